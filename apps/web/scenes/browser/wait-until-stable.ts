import type { Page } from 'playwright-core'

/** A document is stable if nothing in it has changed for this time in milliseconds. */
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
    // A lazy image far below the window is never loaded, so it is not awaited. An error is ignored, because a scene can
    // show a broken image.
    const isLoading = (image: HTMLImageElement) =>
      image.complete || image.loading !== 'lazy' || image.getBoundingClientRect().top < innerHeight
    await Promise.all([...document.images].filter(isLoading).map((image) => image.decode().catch(() => {})))
    // Waits for two animation frames, because a change is drawn in the second frame at the latest, and its transitions
    // begin there. A busy machine draws the frames late.
    for (let frame = 0; frame < 2; frame += 1) await new Promise((drawn) => requestAnimationFrame(drawn))
    const ending = document
      .getAnimations()
      .filter(({ effect, playState }) => playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime))
    await Promise.all(ending.map(({ finished }) => finished.catch(() => {})))
  }, stableMs)
}
