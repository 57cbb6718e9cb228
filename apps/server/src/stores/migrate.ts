/** Prepares the databases. Every process loads this file when it starts. */

export { namePages } from './name-pages.ts'
