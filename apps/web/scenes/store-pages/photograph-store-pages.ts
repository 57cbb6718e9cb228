import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { OpenBrowser } from '../../../../harness/open-browser.ts'
import type { Picture } from '../browser/contact-sheet.ts'
import { views } from '../browser/scene-visitor.ts'
import { inAppScenes, inAppViewport } from './in-app-browsers.ts'
import { openStorePageVisitor } from './open-store-page-visitor.ts'
import { storePageScenes, storePagesScreen } from './store-page-scenes.ts'
import { storeWindowScreen, windowScenes } from './window-scenes.ts'

/** Takes pictures of every scene of store pages, on a desktop and a phone. Writes them into a subfolder of `folder`. */
export async function photographStorePages(browser: OpenBrowser, folder: string): Promise<Picture[]> {
  await rm(join(folder, storePagesScreen), { recursive: true, force: true })
  await mkdir(join(folder, storePagesScreen), { recursive: true })
  await using visitor = await openStorePageVisitor(browser)
  const pictures: Picture[] = []
  for (const scene of storePageScenes) {
    for (const view of views) {
      await visitor.open(scene, view)
      const file = `${storePagesScreen}/${scene.name.replaceAll(/[^A-Za-z0-9]+/g, '-')}.${view}.${scene.brand}.png`
      await visitor.page.screenshot({ path: join(folder, file), fullPage: true, animations: 'disabled', caret: 'hide' })
      pictures.push({ screen: storePagesScreen, scene: scene.name, view, scheme: scene.brand, file })
    }
  }
  for (const scene of inAppScenes) {
    await visitor.open(scene, 'phone')
    await visitor.page.setViewportSize(inAppViewport)
    const file = `${storePagesScreen}/${scene.name.replaceAll(/[^A-Za-z0-9]+/g, '-')}.phone.${scene.brand}.png`
    await visitor.page.screenshot({ path: join(folder, file), animations: 'disabled', caret: 'hide' })
    pictures.push({ screen: storePagesScreen, scene: scene.name, view: 'phone', scheme: scene.brand, file })
  }
  return pictures
}

/**
 * Takes pictures of stores in several widths, as visitors see them. A picture ends at the footer, or at the maximum
 * height of a picture if the page is long.
 */
export async function photographStoreWindow(browser: OpenBrowser, folder: string, scenes = windowScenes): Promise<Picture[]> {
  await rm(join(folder, storeWindowScreen), { recursive: true, force: true })
  await mkdir(join(folder, storeWindowScreen), { recursive: true })
  await using visitor = await openStorePageVisitor(browser)
  const pictures: Picture[] = []
  for (const scene of scenes) {
    const name = scene.name.replaceAll(/[^A-Za-z0-9]+/g, '-')
    for (const width of scene.widths) {
      await visitor.open(scene, 'desktop')
      await visitor.page.setViewportSize({ width, height: width < 500 ? inAppViewport.height : 900 })
      await showWholePage(visitor.page)
      const height = await visitor.page.evaluate(() => document.documentElement.scrollHeight)
      const file = `${storeWindowScreen}/${name}.${width}.${scene.brand}.png`
      const clip = { x: 0, y: 0, width, height: Math.min(height, pictureMaxHeight) }
      await visitor.page.screenshot({ path: join(folder, file), fullPage: true, clip, animations: 'disabled', caret: 'hide' })
      pictures.push({ screen: storeWindowScreen, scene: scene.name, view: `${width} px`, scheme: scene.brand, file })
    }
  }
  return pictures
}

const pictureMaxHeight = 6_000

/**
 * Loads the pictures below the window at once. By default, they are loaded when they are scrolled into view.
 */
async function showWholePage(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager'
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})))
  })
}
