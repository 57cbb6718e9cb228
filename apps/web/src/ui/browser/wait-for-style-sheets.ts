/**
 * Resolves when every style sheet in the page has loaded or failed. A failed style sheet is removed by the code that
 * added it.
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
