/** The part that every start loads, to prepare the databases. */

export { namePages } from './name-pages.ts'
