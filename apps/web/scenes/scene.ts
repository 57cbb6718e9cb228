import type { Page } from 'playwright-core'
import type { Answers } from '../test/api-answers.ts'

/** One state of one screen: how it comes about, and what shows that it is there. */
export interface Scene {
  /** What is the case, in a few words: the name of its test and of its pictures. */
  name: string
  /** The path of the screen; its group's when left out. */
  address?: string
  /** The title of the document; its group's when left out. */
  title?: string
  /** On top of what every screen asks; a call that nobody answers fails the scene. */
  answers?: Answers
  /** How the session differs from one that is good; null when nobody is signed in. */
  session?: object | null
  /** What else lies in the browser's storage, by key. */
  stored?: (origin: string) => Record<string, object>
  /** Leads from the screen to the state. */
  steps?: (page: Page) => Promise<void>
  /** Seen by its role, and its name where it has one, when the state is there. */
  shows: readonly [role: Parameters<Page['getByRole']>[0], name?: string | RegExp]
  /** Words that stand there too. */
  says?: readonly (string | RegExp)[]
}

/** The states of one screen. */
export interface Scenes {
  /** The name of the screen, also of the folder of its pictures. */
  screen: string
  address: string
  title: string
  /** On top of what every screen asks, below what a state answers. */
  answers?: Answers
  states: readonly Scene[]
}
