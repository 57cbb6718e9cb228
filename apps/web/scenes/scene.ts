import type { Page } from 'playwright-core'
import type { Answers } from '../test/api-answers.ts'

/** A state of a screen: how to reach it, and how to recognize it. */
export interface Scene {
  /** A short description that is unique for the screen. It is the name of the test and of the pictures. */
  name: string
  /** The path of the scene. By default, the path of its `Scenes`. */
  address?: string
  /** The title of the document. By default, the title of its `Scenes`. */
  title?: string
  /** Answers in addition to the answers for every screen. A call without an answer fails the scene. */
  answers?: Answers
  /** Fields that replace fields of a valid session. Null if the visitor is signed out. */
  session?: object | null
  /** Additional entries of local storage, by key. */
  stored?: () => Record<string, object>
  /** Brings the opened screen into the state, for example with clicks. */
  steps?: (page: Page) => Promise<void>
  /** An element that is visible in this state, by its role and accessible name. */
  shows: readonly [role: Parameters<Page['getByRole']>[0], name?: string | RegExp]
  /** Additional visible texts. */
  says?: readonly (string | RegExp)[]
  /** Axe rules that do not apply to this state. */
  skippedRules?: string[]
}

/** The states of one screen. */
export interface Scenes {
  /** The name of the screen, and of the folder with its pictures. */
  screen: string
  address: string
  title: string
  /** Answers in addition to the answers for every screen. A state's own answers take precedence. */
  answers?: Answers
  states: readonly Scene[]
}
