/** The part of the module that edges load. */

export { isPaused, watchResume } from './pause.ts'
