/**
 * Resolves when the style sheets in the page have loaded or failed. The code that added a failed style sheet removes
 * it.
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
