import { dashboardClientId, issuerPath } from '@linkshelf/contract'
import type { Page } from 'playwright-core'
import type { OpenBrowser } from '../../../e2e/open-browser.ts'
import { answersOfEveryScreen, aSession } from '../test/api-answers.ts'
import type { Scene, Scenes } from './scene.ts'
import { type SceneServer, serveScene } from './serve-scene.ts'

export const views = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
} as const

export type View = keyof typeof views
export const schemes = ['light', 'dark'] as const

/** How long a step or a state may take on a busy machine. */
const patienceMs = 15_000

/** Nothing changes for so long when a page is at rest. */
const quietMs = 120

/** When every scene takes place. */
const now = new Date('2025-11-30T09:41:00Z')

export interface OpenScene extends AsyncDisposable {
  /** In the first of the schemes. */
  page: Page
  /** Paths of the files it has fetched so far, from the folder of the built dashboard. */
  fetched: readonly string[]
  /** Resolves when everything that was asked for is there and nothing has changed for a moment. */
  settle(): Promise<void>
  /** What went wrong so far: calls that nobody answers, errors of the page and of its console. */
  problems(): string[]
}

/** Brings a fresh visitor of that time, without animations, to the state; rejects when the state does not come. */
export async function openScene({ newVisitor }: OpenBrowser, scenes: Scenes, scene: Scene, view: View): Promise<OpenScene> {
  const server = await serveScene({ ...answersOfEveryScreen, ...scenes.answers, ...scene.answers })
  const { context, page } = await newVisitor({
    viewport: views[view],
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    colorScheme: schemes[0],
  })
  const errors = errorsOf(page)
  const opened = {
    page,
    fetched: server.sent,
    settle: () => settle(page, server),
    problems: () => [...server.unanswered.map((call) => `Nobody answers ${call}`), ...errors],
    [Symbol.asyncDispose]: async () => {
      await context.close()
      await server[Symbol.asyncDispose]()
    },
  }
  try {
    page.setDefaultTimeout(patienceMs)
    await page.clock.setFixedTime(now)
    await page.addInitScript(store, storedBy(scene, server.origin))
    await page.goto(`${server.origin}${scene.address ?? scenes.address}`)
    await scene.steps?.(page)
    const [role, name] = scene.shows
    await page.getByRole(role, { name, exact: true }).first().waitFor()
    for (const words of scene.says ?? []) await page.getByText(words).filter({ visible: true }).first().waitFor()
    await opened.settle()
    return opened
  } catch (error) {
    await opened[Symbol.asyncDispose]()
    const why = error instanceof Error ? error.message : String(error)
    throw new Error([`${scenes.screen}: ${scene.name} did not come about (${view})`, why, ...opened.problems()].join('\n'), {
      cause: error,
    })
  }
}

/** Switches between light and dark as the system does, without a reload. */
export async function showIn({ page, settle }: OpenScene, scheme: (typeof schemes)[number]): Promise<void> {
  const isShown = await page.evaluate((wanted) => window.matchMedia(`(prefers-color-scheme: ${wanted})`).matches, scheme)
  if (isShown) return
  await page.emulateMedia({ colorScheme: scheme })
  // The browser's own colors change at once, the dashboard's when it has heard of it.
  await page.locator(`html[data-mantine-color-scheme="${scheme}"]`).waitFor({ state: 'attached' })
  await settle()
}

async function settle(page: Page, server: SceneServer): Promise<void> {
  do await rest(page)
  while (server.isBusy())
}

/** Resolves when the fonts and the pictures are there and nothing has changed for a moment. */
async function rest(page: Page): Promise<void> {
  await page.evaluate(async (quietMs) => {
    await document.fonts.ready
    await new Promise<void>((resolve) => {
      const changes = new MutationObserver(wait)
      let waiting = setTimeout(finish, quietMs)
      changes.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
      function wait(): void {
        clearTimeout(waiting)
        waiting = setTimeout(finish, quietMs)
      }
      function finish(): void {
        changes.disconnect()
        resolve()
      }
    })
    // A picture that is broken is the scene's own.
    await Promise.all(Array.from(document.images, (image) => image.decode().catch(() => {})))
    // What has changed is drawn by the second frame.
    for (let frame = 0; frame < 2; frame += 1) await new Promise((drawn) => requestAnimationFrame(drawn))
  }, quietMs)
}

/** The browser itself writes a line about every answer that is an error; those are the scene's own. */
function errorsOf(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(`${error}`))
  page.on('console', (message) => {
    if (message.type() !== 'error') return
    const isOwnAnswer = message.text().startsWith('Failed to load resource: the server responded') && isCall(message.location().url)
    if (!isOwnAnswer) errors.push(message.text())
  })
  return errors
}

function isCall(url: string): boolean {
  return /^\/(v1|oidc)\//.test(new URL(url).pathname)
}

function storedBy({ session = {}, stored }: Scene, origin: string): [string, string][] {
  const entries: Record<string, object> = stored?.(origin) ?? {}
  if (session !== null) entries[`oidc.user:${origin}${issuerPath}:${dashboardClientId}`] = aSession(now.getTime(), session)
  return Object.entries(entries).map(([key, entry]) => [key, JSON.stringify(entry)])
}

/** Runs in the browser, before the page. */
function store(entries: [string, string][]): void {
  for (const [key, value] of entries) localStorage.setItem(key, value)
}
