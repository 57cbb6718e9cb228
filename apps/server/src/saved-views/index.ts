/**
 * Stores views of screens that users save by name in a project. `links` and `analytics` each declare a kind of view.
 * `notifications` mails the views whose users have turned on mailing.
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
