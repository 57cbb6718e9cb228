try {
  const scheme = localStorage.getItem('linkshelf.color-scheme')
  if (scheme === 'light' || scheme === 'dark') document.documentElement.setAttribute('data-mantine-color-scheme', scheme)
} catch {
  // Where storage is unavailable, the page follows the system.
}

addEventListener('online', () => location.reload())
addEventListener('click', ({ target }) => target.matches('button') && location.reload())
