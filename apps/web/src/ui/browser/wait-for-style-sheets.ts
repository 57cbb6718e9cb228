/**
 * Resolves when the style sheets in the page are loaded. One that fails is removed by who added it, and not waited for.
 */
export async function waitForStyleSheets(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
  await Promise.all(links.filter(({ sheet }) => sheet === null).map(waitForLoadOrError))
}

function waitForLoadOrError(link: HTMLLinkElement): Promise<void> {
  return new Promise((resolve) => {
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => resolve())
  })
}
