export interface FollowUpProps {
  /** The name of the completed task, from the toast's `completed`. */
  completed: string
  /** Must be called if there is something to offer. The toast then stays longer. */
  onOffer: () => void
  /** Closes the toast. */
  onFollow: () => void
}

/** Renders a link to the step that follows a completed task, or nothing if there is no such step. */
export type FollowUp = (props: FollowUpProps) => React.ReactNode

let current: FollowUp | undefined

/** Sets the follow-up that toasts of completed tasks show. Returns a function that removes it. */
export function registerFollowUp(followUp: FollowUp): () => void {
  current = followUp
  return () => {
    if (current === followUp) current = undefined
  }
}

export function findFollowUp(): FollowUp | undefined {
  return current
}
