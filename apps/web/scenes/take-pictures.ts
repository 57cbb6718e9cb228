// `npm run screens` photographs every scene into screens/; `npm run screens -- links` only the screens whose names are given.
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type OpenBrowser, openBrowser } from '../../../e2e/open-browser.ts'
import { allScenes } from './all-scenes.ts'
import { contactSheet, type Picture } from './contact-sheet.ts'
import { type OpenScene, openScene, schemes, showIn, type View, views } from './open-scene.ts'
import type { Scene, Scenes } from './scene.ts'

const folder = fileURLToPath(new URL('../../../screens/', import.meta.url))
const atOnce = 3

/** Both schemes of one scene in one view; gives back where they lie, from the folder of all pictures. */
async function photograph(browser: OpenBrowser, scenes: Scenes, scene: Scene, view: View): Promise<Picture[]> {
  await using opened = await openScene(browser, scenes, scene, view)
  await growToContent(opened, view)
  const pictures: Picture[] = []
  for (const scheme of schemes) {
    await showIn(opened, scheme)
    const file = `${scenes.screen}/${scene.name.replaceAll(/[^A-Za-z0-9]+/g, '-')}.${view}.${scheme}.png`
    await opened.page.screenshot({ path: join(folder, file), animations: 'disabled', caret: 'hide' })
    pictures.push({ screen: scenes.screen, scene: scene.name, view, scheme, file })
  }
  return pictures
}

/** What stands at the window's edges would end in the middle of a picture that is longer than the window. A dialog stands over the window alone. */
async function growToContent({ page, settle }: OpenScene, view: View): Promise<void> {
  if (await page.getByRole('dialog').first().isVisible()) return
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width: views[view].width, height })
  await settle()
}

const wanted = process.argv.slice(2)
const chosen = allScenes.filter(({ screen }) => wanted.length === 0 || wanted.includes(screen))
if (chosen.length === 0) {
  console.error(`There is no such screen. There are: ${allScenes.map(({ screen }) => screen).join(', ')}.`)
  process.exit(1)
}

await using browser = await openBrowser()
const waiting = chosen.flatMap((scenes) =>
  scenes.states.flatMap((scene) => (Object.keys(views) as View[]).map((view) => () => photograph(browser, scenes, scene, view))),
)
const pictures: Picture[] = []
const failures: string[] = []
for (const { screen } of chosen) await rm(join(folder, screen), { recursive: true, force: true })
await mkdir(folder, { recursive: true })
await Promise.all(
  Array.from({ length: atOnce }, async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      await next().then(
        (taken) => pictures.push(...taken),
        (error) => failures.push(error.message),
      )
    }
  }),
)

await writeFile(join(folder, 'index.html'), contactSheet(pictures))
for (const failure of failures) console.error(failure)
console.log(`${pictures.length} pictures in ${folder}; all at once in index.html`)
process.exitCode = failures.length === 0 ? 0 : 1
