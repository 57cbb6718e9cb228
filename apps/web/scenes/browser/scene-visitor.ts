import type { Page } from 'playwright-core'
import type { OpenBrowser } from '../../../../harness/open-browser.ts'
import { sessionKey } from '../../src/session/stored-session.ts'
import { answersOfEveryScreen, aSession } from '../../test/api-answers.ts'
import type { Scene, Scenes } from '../scene.ts'
import { blankPath, openSceneServer } from './scene-server.ts'
import { waitUntilStable } from './wait-until-stable.ts'

export const viewports = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
} as const

export type View = keyof typeof viewports
export const views = Object.keys(viewports) as View[]

export type ColorScheme = 'light' | 'dark'

/**
 * The timeout in milliseconds of a step, and of the wait until a state is shown. It is long enough for a busy machine.
 */
const timeoutMs = 60_000

/** The current time in every scene. */
const now = new Date('2025-11-30T09:41:00Z')

interface SceneOptions {
  view: View
  scheme: ColorScheme
  /** The height of the window, if it differs from the view's height. */
  height?: number
}

/**
 * A page with its own browser context and its own server. It shows one scene after another, so the browser fetches and
 * compiles the bundle only once.
 */
export interface SceneVisitor extends AsyncDisposable {
  page: Page
  /**
   * Shows the scene with the storage, cookies and permissions of a new visitor. Rejects if the state does not appear.
   */
  open(scenes: Scenes, scene: Scene, options: SceneOptions): Promise<void>
  /**
   * Shows the open scene in another view and color scheme. If the change ends the state, for example an open menu, the
   * scene is opened again.
   */
  change(scenes: Scenes, scene: Scene, options: SceneOptions): Promise<void>
  /** Switches between light and dark without a reload, as the operating system does. */
  switchTo(scheme: ColorScheme): Promise<void>
  /** Resolves when no request is pending and the document has not changed for a moment. */
  settle(): Promise<void>
  /** API calls of this scene, as `METHOD /path?query`. */
  sentCalls(): readonly string[]
  /** Paths of the files that this scene fetched, relative to the folder of the built dashboard. */
  fetchedFiles(): readonly string[]
  /** Unanswered calls, and errors of the page and its console, since the scene was opened. */
  problems(): string[]
}

/** Opens a visitor in Berlin at a fixed time. Animations are off. */
export async function openSceneVisitor({ newVisitor }: OpenBrowser): Promise<SceneVisitor> {
  const server = await openSceneServer()
  const { context, page } = await newVisitor({ timezoneId: 'Europe/Berlin', reducedMotion: 'reduce' })
  page.setDefaultTimeout(timeoutMs)
  await page.clock.setFixedTime(now)
  let errors: string[] = []
  recordErrors(page, (error) => errors.push(error))

  async function settle(): Promise<void> {
    let ended: number
    do {
      ended = server.endedResponses()
      await waitUntilStable(page)
      // A response that ended in the meantime can still change the document, so the loop waits again.
    } while (server.isBusy() || server.endedResponses() !== ended)
  }

  async function reset(scenes: Scenes, scene: Scene): Promise<void> {
    await page.goto(`${server.origin}${blankPath}`)
    await Promise.all([context.clearCookies(), context.clearPermissions(), page.evaluate(replaceStorage, toStoredEntries(scene))])
    server.start({ ...answersOfEveryScreen, ...scenes.answers, ...scene.answers })
    errors = []
  }

  async function isShown({ shows: [role, name], says = [] }: Scene): Promise<boolean> {
    const parts = [page.getByRole(role, { name, exact: true }), ...says.map((words) => page.getByText(words).filter({ visible: true }))]
    const visible = await Promise.all(parts.map((part) => part.first().isVisible()))
    return !visible.includes(false)
  }

  async function open(scenes: Scenes, scene: Scene, { view, scheme, height = viewports[view].height }: SceneOptions): Promise<void> {
    try {
      await Promise.all([
        reset(scenes, scene),
        page.setViewportSize({ width: viewports[view].width, height }),
        page.emulateMedia({ colorScheme: scheme }),
      ])
      await page.goto(`${server.origin}${scene.address ?? scenes.address}`)
      await waitForScheme(page, scheme)
      if (scene.steps !== undefined) {
        // Waits for the screen, because a form that is sent before the screen has loaded has another result.
        await settle()
        await scene.steps(page)
      }
      const [role, name] = scene.shows
      await page.getByRole(role, { name, exact: true }).first().waitFor()
      for (const words of scene.says ?? []) await page.getByText(words).filter({ visible: true }).first().waitFor()
      await settle()
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw new Error([`${scenes.screen}: ${scene.name} did not appear (${view})`, reason, ...problems()].join('\n'), { cause })
    }
  }

  async function switchTo(scheme: ColorScheme): Promise<void> {
    await page.emulateMedia({ colorScheme: scheme })
    await waitForScheme(page, scheme)
    await settle()
  }

  const problems = () => [...server.unanswered().map((call) => `No answer for ${call}`), ...errors]
  return {
    page,
    settle,
    problems,
    sentCalls: server.sentCalls,
    fetchedFiles: server.sentFiles,
    open,
    switchTo,
    async change(scenes, scene, { view, scheme }) {
      await page.setViewportSize(viewports[view])
      await switchTo(scheme)
      if (!(await isShown(scene))) await open(scenes, scene, { view, scheme })
    },
    async [Symbol.asyncDispose]() {
      await context.close()
      await server[Symbol.asyncDispose]()
    },
  }
}

/**
 * Waits until the dashboard uses the color scheme. The dashboard changes its colors in an event listener, so they
 * change later than the browser's own colors.
 */
async function waitForScheme(page: Page, scheme: ColorScheme): Promise<void> {
  await page.locator(`html[data-mantine-color-scheme="${scheme}"]`).waitFor({ state: 'attached' })
}

/**
 * Records errors of the page and its console. The browser logs every error response, but error responses of API calls
 * are part of the scene and are not recorded.
 */
function recordErrors(page: Page, record: (error: string) => void): void {
  page.on('pageerror', (error) => record(`${error}`))
  page.on('console', (message) => {
    if (message.type() !== 'error') return
    const isOwnAnswer = message.text().startsWith('Failed to load resource: the server responded') && isCall(message.location().url)
    if (!isOwnAnswer && !isOwnScript(message.text())) record(message.text())
  })
}

/**
 * Returns true if the message is about the script that fixes the clock. The browser tries to run this script in every
 * frame, and frames without scripts block it.
 */
function isOwnScript(text: string): boolean {
  return text.startsWith("Blocked script execution in 'about:srcdoc'")
}

function isCall(url: string): boolean {
  return /^\/(v1|auth)\//.test(new URL(url).pathname)
}

function toStoredEntries({ session = {}, stored }: Scene): [string, string][] {
  const entries: Record<string, object> = stored?.() ?? {}
  if (session !== null) entries[sessionKey] = aSession(now.getTime(), session)
  return Object.entries(entries).map(([key, entry]) => [key, JSON.stringify(entry)])
}

/** Runs in the browser. Clears both storages, and writes the entries to local storage. */
function replaceStorage(entries: [string, string][]): void {
  sessionStorage.clear()
  localStorage.clear()
  for (const [key, value] of entries) localStorage.setItem(key, value)
}
