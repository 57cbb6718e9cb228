// Descriptions of videos as text: their links by position, what they are with other links, and what that changes. Pure.
export { diffLines } from './diff-lines.ts'
export { type FoundLink, findLinks, groupOf } from './find-links.ts'
export { addDisclosure, fitsYoutube, replaceLinks } from './rewrite-description.ts'
