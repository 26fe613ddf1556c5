// How the tests run: the built page in the system's Chromium, with software drivers for WebGPU and WebGL2 and no way out of the machine.

import { defineConfig } from '@playwright/test';

const PORT = 4173;

export default defineConfig({
  testDir: 'tests',
  // Limits that only what hangs reaches: other work may run beside.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  // In CI a test that fails once and then passes is reported as flaky; what fails again fails the run.
  retries: process.env.CI ? 1 : 0,
  fullyParallel: true,
  workers: 2,
  reporter: [['list']],
  use: {
    baseURL: `http://localhost:${PORT}/`,
    browserName: 'chromium',
    viewport: { width: 1500, height: 950 },
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      chromiumSandbox: false,
      args: [
        '--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader', '--use-angle=swiftshader', '--enable-unsafe-swiftshader',
        // What the browser itself would ask the network for.
        '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-quic',
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost',
      ],
    },
  },
  webServer: { command: `npx vite preview --port ${PORT} --strictPort`, port: PORT, timeout: 180_000, reuseExistingServer: !process.env.CI },
});
