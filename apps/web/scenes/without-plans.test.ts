import type { Organization } from '@linkshelf/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OpenBrowser, openBrowser } from '../../../harness/open-browser.ts'
import { type Answer, anOrganization } from '../test/api-answers.ts'
import { allScenes } from './all-scenes.ts'
import { openSceneVisitor, type SceneVisitor } from './browser/scene-visitor.ts'
import { createVisitorPool, type VisitorPool } from './browser/visitor-pool.ts'
import type { Scene, Scenes } from './scene.ts'

const wordsOfPlans = /\b(plans?|upgrade[sd]?|subscriptions?|subscribe|billing|pricing|invoices?|trial|temporary access)\b/i

let browser: OpenBrowser
let visitors: VisitorPool<SceneVisitor>

beforeAll(async () => {
  browser = await openBrowser({ isBrief: true })
  visitors = createVisitorPool(() => openSceneVisitor(browser))
})

afterAll(() => browser[Symbol.asyncDispose]())

const organizationsCall = 'GET /v1/organizations'

/** Returns the scene with plans turned off by the operator. Full analytics is then enabled. */
function removePlans({ answers }: Scenes, scene: Scene): Scene {
  const original: Answer = scene.answers?.[organizationsCall] ?? answers?.[organizationsCall] ?? (() => [anOrganization()])
  const list: Answer = async (call) =>
    ((await original(call)) as Organization[]).map((each) => ({ ...each, has_plans: false, full_analytics_enabled: true }))
  return { ...scene, says: [], answers: { ...scene.answers, [organizationsCall]: list } }
}

/** Screens that may contain words about plans. The activity log names earlier changes of the plan. */
const withWords = ['settings-audit', 'settings-subscription']
const shown = allScenes
  .filter(({ screen }) => !withWords.includes(screen))
  .flatMap((scenes) => scenes.states.filter(({ name }) => name === 'ready').map((scene) => ({ scenes, scene })))

for (const { scenes, scene } of shown)
  it.concurrent(`${scenes.screen} has no words about plans if there are no plans`, () =>
    visitors.withVisitor(async (visitor) => {
      await visitor.open(scenes, removePlans(scenes, scene), { view: 'desktop', scheme: 'light' })
      expect(await visitor.page.getByText(wordsOfPlans).allTextContents()).toEqual([])
    }))
