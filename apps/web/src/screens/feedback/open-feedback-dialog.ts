import type { FeedbackDraft } from '@linkshelf/contract'
import type { RefObject } from 'react'
import { openDialog } from '../../ui/overlays/dialogs.tsx'

/** Opens the feedback dialog. `draft` stores the text between openings, until it is sent. */
export function openFeedbackDialog(draft: RefObject<FeedbackDraft>, opener: HTMLElement): void {
  void openDialog(() => import('./feedback-form.tsx').then(({ feedbackDialog }) => feedbackDialog(draft)), opener)
}
