// Light or dark as this browser keeps it, before the first picture: the program comes later, and would turn a page that is there already.
try {
  const kept = localStorage.getItem('linkshelf.color-scheme')
  if (kept === 'light' || kept === 'dark') document.documentElement.setAttribute('data-mantine-color-scheme', kept)
} catch {
  // A browser that refuses storage follows the system.
}
