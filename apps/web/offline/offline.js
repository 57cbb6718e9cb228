try {
  const scheme = localStorage.getItem('linkshelf.color-scheme')
  if (scheme === 'light' || scheme === 'dark') document.documentElement.setAttribute('data-mantine-color-scheme', scheme)
} catch {
  // If storage is unavailable, the page uses the system's color scheme.
}

addEventListener('online', () => location.reload())
addEventListener('click', ({ target }) => target.matches('button') && location.reload())
