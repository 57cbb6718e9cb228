/**
 * Stores views of screens that a user saved under a name in a project. `links` and `analytics` each declare a kind of
 * views; `notifications` mails those that their users have mailed.
 */

export {
  createSavedView,
  deleteSavedView,
  findSavedViewName,
  listSavedViews,
  type ReaderContext,
  type SavedViewKind,
  stopMailingSavedView,
  updateSavedView,
} from './saved-views.ts'
