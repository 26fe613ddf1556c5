// Dark and light: as the system says, or as the user chose.

export type Theme = 'system' | 'light' | 'dark';

const KEY = 'glassbox-theme';
const ORDER: Theme[] = ['system', 'light', 'dark'];

export function currentTheme(): Theme {
  try {
    const stored = localStorage.getItem(KEY) as Theme | null;
    return stored && ORDER.includes(stored) ? stored : 'system';
  } catch {
    return 'system';
  }
}

export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Storage is off: the choice holds until the page is closed.
  }
}

export function nextTheme(): Theme {
  return ORDER[(ORDER.indexOf(currentTheme()) + 1) % ORDER.length]!;
}
