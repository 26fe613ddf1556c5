// Declares what the build provides to the modules of the page.

declare module 'virtual:samples' {
  const samples: { name: string; title: string; data: string }[];
  export default samples;
}
