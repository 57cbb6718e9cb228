// `npm run screens` takes pictures of every scene and writes them to screens/. Names of screens limit the pictures to
// these screens, for example `npm run screens -- links`.
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type OpenBrowser, openBrowser } from '../../../harness/open-browser.ts'
import { allScenes } from './all-scenes.ts'
import { apiReferenceScreen, photographApiReference } from './api-reference/photograph-api-reference.ts'
import { type Picture, renderContactSheet } from './browser/contact-sheet.ts'
import { openSceneVisitor, type SceneVisitor, type View, viewports, views } from './browser/scene-visitor.ts'
import { emailsScreen, photographEmails } from './emails/photograph-emails.ts'
import type { Scene, Scenes } from './scene.ts'
import { photographStorePages, photographStoreWindow } from './store-pages/photograph-store-pages.ts'
import { storePagesScreen } from './store-pages/store-page-scenes.ts'
import { storeWindowScreen } from './store-pages/window-scenes.ts'

const folder = fileURLToPath(new URL('../../../screens/', import.meta.url))
const concurrency = 3

interface Shot {
  scenes: Scenes
  scene: Scene
  view: View
}

/** Takes pictures of one scene in one view, in light and dark. */
async function photograph(visitor: SceneVisitor, { scenes, scene, view }: Shot): Promise<Picture[]> {
  await visitor.open(scenes, scene, { view, scheme: 'light' })
  await growToContent(visitor, view)
  const pictures: Picture[] = []
  for (const scheme of ['light', 'dark'] as const) {
    await visitor.switchTo(scheme)
    const file = `${scenes.screen}/${scene.name.replaceAll(/[^A-Za-z0-9]+/g, '-')}.${view}.${scheme}.png`
    await visitor.page.screenshot({ path: join(folder, file), animations: 'disabled', caret: 'hide' })
    pictures.push({ screen: scenes.screen, scene: scene.name, view, scheme, file })
  }
  return pictures
}

/**
 * Makes the window as high as the page, so that fixed elements are not in the middle of a long picture. If a dialog is
 * open, the window keeps its height.
 */
async function growToContent({ page, settle }: SceneVisitor, view: View): Promise<void> {
  if (await page.getByRole('dialog').first().isVisible()) return
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width: viewports[view].width, height })
  await settle()
}

const requested = process.argv.slice(2)
/** Functions that take pictures of pages outside of the dashboard, by screen. */
const others = {
  [storePagesScreen]: photographStorePages,
  [storeWindowScreen]: (browser: OpenBrowser, folder: string) => photographStoreWindow(browser, folder),
  [emailsScreen]: photographEmails,
  [apiReferenceScreen]: photographApiReference,
}
const isChosen = (screen: string) => requested.length === 0 || requested.includes(screen)
const chosen = allScenes.filter(({ screen }) => isChosen(screen))
const chosenOthers = Object.entries(others).filter(([screen]) => isChosen(screen))
if (chosen.length + chosenOthers.length === 0) {
  console.error(`There is no such screen. There are: ${[...allScenes.map(({ screen }) => screen), ...Object.keys(others)].join(', ')}.`)
  process.exit(1)
}

await using browser = await openBrowser()
const queue: Shot[] = chosen.flatMap((scenes) => scenes.states.flatMap((scene) => views.map((view) => ({ scenes, scene, view }))))
const pictures: Picture[] = []
const failures: string[] = []
for (const { screen } of chosen) await rm(join(folder, screen), { recursive: true, force: true })
await mkdir(folder, { recursive: true })
for (const [, photographAll] of chosenOthers) pictures.push(...(await photographAll(browser, folder)))
await Promise.all(
  Array.from({ length: concurrency }, async () => {
    await using visitor = await openSceneVisitor(browser)
    for (let shot = queue.shift(); shot !== undefined; shot = queue.shift()) {
      await photograph(visitor, shot).then(
        (taken) => pictures.push(...taken),
        (error) => failures.push(error.message),
      )
    }
  }),
)

await writeFile(join(folder, 'index.html'), renderContactSheet(pictures))
for (const failure of failures) console.error(failure)
console.log(`${pictures.length} pictures in ${folder}; all of them in index.html`)
process.exitCode = failures.length === 0 ? 0 : 1
