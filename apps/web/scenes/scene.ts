import type { Page } from 'playwright-core'
import type { Answers } from '../test/api-answers.ts'

/** One state of one screen: how to reach it, and how to recognize it. */
export interface Scene {
  /** A short description, unique within the screen: the name of its test and of its pictures. */
  name: string
  /** The path of the screen; by default that of the group. */
  address?: string
  /** The title of the document; by default that of the group. */
  title?: string
  /** Merged into the answers for every screen; a call without an answer fails the scene. */
  answers?: Answers
  /** Changes to a valid session; null when signed out. */
  session?: object | null
  /** Other entries of local storage, by key. */
  stored?: (origin: string) => Record<string, object>
  /** The steps from the screen to the state. */
  steps?: (page: Page) => Promise<void>
  /** The element, by role and accessible name, that is visible in this state. */
  shows: readonly [role: Parameters<Page['getByRole']>[0], name?: string | RegExp]
  /** Other visible text. */
  says?: readonly (string | RegExp)[]
  /** Rules of axe that do not apply to this state. */
  skippedRules?: string[]
}

/** The states of one screen. */
export interface Scenes {
  /** The name of the screen, also of the folder of its pictures. */
  screen: string
  address: string
  title: string
  /** Merged into the answers for every screen; a state's own answers take precedence. */
  answers?: Answers
  states: readonly Scene[]
}
