// Applies the stored color scheme before the first frame: the dashboard's code loads later, and would switch a page that is already visible.
try {
  const stored = localStorage.getItem('linkshelf.color-scheme')
  if (stored === 'light' || stored === 'dark') document.documentElement.setAttribute('data-mantine-color-scheme', stored)
} catch {
  // Where storage is unavailable, the page follows the system.
}
