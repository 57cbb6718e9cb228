import { expect, it } from 'vitest'
import { openBrowser } from '../../../harness/open-browser.ts'
import { openSceneVisitor } from './browser/scene-visitor.ts'
import { linksScenes } from './links/links-scenes.ts'

it('the color scheme changes without transitions for users who reduce motion', async () => {
  const ready = linksScenes.states.find(({ name }) => name === 'ready')
  if (ready === undefined) throw new Error('The links have no state "ready"')
  await using browser = await openBrowser({ isBrief: true })
  await using visitor = await openSceneVisitor(browser)
  await visitor.open(linksScenes, ready, { view: 'desktop', scheme: 'light' })
  await visitor.page.evaluate(recordTransitions)

  await visitor.switchTo('dark')

  expect(await visitor.page.evaluate(() => document.documentElement.dataset.transitions)).toBe('0')
})

/** Runs in the browser. Writes into the document how many transitions have begun. */
function recordTransitions(): void {
  const { dataset } = document.documentElement
  dataset.transitions = '0'
  document.addEventListener('transitionrun', () => {
    dataset.transitions = `${Number(dataset.transitions) + 1}`
  })
}
