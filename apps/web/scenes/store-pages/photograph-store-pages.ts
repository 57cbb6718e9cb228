import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { OpenBrowser } from '../../../../harness/open-browser.ts'
import type { Picture } from '../browser/contact-sheet.ts'
import { views } from '../browser/scene-visitor.ts'
import { inAppScenes, inAppViewport } from './in-app-browsers.ts'
import { openStorePageVisitor } from './open-store-page-visitor.ts'
import { storePageScenes, storePagesScreen } from './store-page-scenes.ts'

/** Photographs every scene of store pages, on a desktop and a phone, into its folder below this one. */
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
