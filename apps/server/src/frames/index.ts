// The frame around pages that the server makes on the app's origin, and around letters.
export { frameLetter } from './letter-frame.ts'
export { framePage, type Markup, type Page } from './page-frame.ts'
export { pagePolicy } from './page-policy.ts'
