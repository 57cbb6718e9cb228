export interface FollowUpProps {
  /** The name of the completed task, as the toast has it. */
  completed: string
  /** Call this when there is something to offer: the toast then stays longer. */
  onOffer: () => void
  /** Closes the toast. */
  onFollow: () => void
}

/** Renders a link to what the user may do after the task of a toast, or nothing. */
export type FollowUp = (props: FollowUpProps) => React.ReactNode

let current: FollowUp | undefined

/** Toasts of completed tasks have this follow-up from now on. Returns a function that ends this. */
export function registerFollowUp(followUp: FollowUp): () => void {
  current = followUp
  return () => {
    if (current === followUp) current = undefined
  }
}

export function findFollowUp(): FollowUp | undefined {
  return current
}
