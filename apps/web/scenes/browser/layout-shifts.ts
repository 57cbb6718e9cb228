// Opens a screen whose responses arrive one after another, and records which elements move.
import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { type Answers, answersOfEveryScreen, type SentCall } from '../../test/api-answers.ts'
import { findScene } from '../find-scene.ts'
import type { Scene } from '../scene.ts'
import type { SceneVisitor } from './scene-visitor.ts'

type ShiftingScene = Parameters<SceneVisitor['open']>[2] & Pick<Scene, 'stored'>

/** Opens the `ready` state of a screen. Its responses arrive one after another, and its layout shifts are recorded. */
export async function openShiftingScene(visitor: SceneVisitor, screen: string, { stored, ...options }: ShiftingScene): Promise<void> {
  const { scenes, scene } = findScene(screen, 'ready')
  await visitor.page.addInitScript(recordShifts)
  const answers = delayAnswers({ ...answersOfEveryScreen, ...scenes.answers, ...scene.answers })
  await visitor.open(scenes, { ...scene, answers, ...(stored && { stored }) }, options)
}

/** Returns the size of each layout shift and the elements that moved. Returns undefined if nothing moved. */
export function readShifts(page: Page): Promise<string | undefined> {
  return page.evaluate(() => document.documentElement.dataset.shifts)
}

/** Delays the responses by 100 to 500 ms, so that they arrive one after another. */
function delayAnswers(answers: Answers): Answers {
  let count = 0
  return Object.fromEntries(
    Object.entries(answers).map(([call, answer]) => [
      call,
      async (sent: SentCall) => {
        count += 1
        await setTimeout(100 + (count % 5) * 100)
        return answer(sent)
      },
    ]),
  )
}

/**
 * Runs in the browser. Writes layout shifts into the document, except small shifts that are caused by a font that
 * loads.
 */
function recordShifts(): void {
  new PerformanceObserver((list) => {
    const { dataset } = document.documentElement
    for (const entry of list.getEntries())
      if ('value' in entry && 'sources' in entry && Number(entry.value) > 0.001) {
        const moved = (entry.sources as { node: Node | null }[]).map(({ node }) => node?.textContent?.slice(0, 40))
        dataset.shifts = `${dataset.shifts ?? ''} ${entry.value} ${moved.join(' | ')}`
      }
  }).observe({ type: 'layout-shift', buffered: true })
}
