import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { OpenBrowser } from '../../../../harness/open-browser.ts'
import type { Picture } from '../browser/contact-sheet.ts'
import { views } from '../browser/scene-visitor.ts'
import { openApiReferenceVisitor } from './open-api-reference-visitor.ts'

export const apiReferenceScreen = 'api-reference'

/** The anchors of the pictures: the start of the page, and one call. */
const anchors = { start: '', call: '#links.create' }

/**
 * Takes pictures of the window at the start of the page and at one call, on a desktop and a phone, in light and dark.
 */
export async function photographApiReference(browser: OpenBrowser, folder: string): Promise<Picture[]> {
  await rm(join(folder, apiReferenceScreen), { recursive: true, force: true })
  await mkdir(join(folder, apiReferenceScreen), { recursive: true })
  await using visitor = await openApiReferenceVisitor(browser)
  const pictures: Picture[] = []
  for (const [scene, anchor] of Object.entries(anchors)) {
    for (const view of views) {
      for (const scheme of ['light', 'dark'] as const) {
        await visitor.open(anchor, { view, scheme })
        const file = `${apiReferenceScreen}/${scene}.${view}.${scheme}.png`
        await visitor.page.screenshot({ path: join(folder, file), animations: 'disabled', caret: 'hide' })
        pictures.push({ screen: apiReferenceScreen, scene, view, scheme, file })
      }
    }
  }
  return pictures
}
