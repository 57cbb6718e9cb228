import type { Page } from 'playwright-core'

/** A document is stable when nothing in it has changed for this long. */
const stableMs = 120

/** Resolves when fonts and images are loaded, transitions have ended, and the document is stable and drawn. */
export async function waitUntilStable(page: Page): Promise<void> {
  await page.evaluate(async (stableMs) => {
    await document.fonts.ready
    await new Promise<void>((resolve) => {
      const observer = new MutationObserver(restart)
      let timer = setTimeout(finish, stableMs)
      observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
      function restart(): void {
        clearTimeout(timer)
        timer = setTimeout(finish, stableMs)
      }
      function finish(): void {
        observer.disconnect()
        resolve()
      }
    })
    // A lazy image far below the view is never loaded. A scene may show a broken one.
    const isLoading = (image: HTMLImageElement) =>
      image.complete || image.loading !== 'lazy' || image.getBoundingClientRect().top < innerHeight
    await Promise.all([...document.images].filter(isLoading).map((image) => image.decode().catch(() => {})))
    // Changes are drawn by the second animation frame, which also begins their transitions. A busy
    // machine draws it late.
    for (let frame = 0; frame < 2; frame += 1) await new Promise((drawn) => requestAnimationFrame(drawn))
    const ending = document
      .getAnimations()
      .filter(({ effect, playState }) => playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime))
    await Promise.all(ending.map(({ finished }) => finished.catch(() => {})))
  }, stableMs)
}
