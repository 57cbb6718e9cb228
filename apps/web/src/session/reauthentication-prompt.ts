// closed → open, when a call needs a recent sign-in; open → closed, when the user confirmed who they are, or canceled.
// Calls that need it while it is open wait for the same answer.

let question: PromiseWithResolvers<boolean> | undefined
const listeners = new Set<() => void>()

/** Asks the user to confirm who they are. Resolves to false when they cancel. */
export function confirmIdentity(): Promise<boolean> {
  const { promise } = question ?? change(Promise.withResolvers<boolean>())
  return promise
}

/** Closes the question, if one is open. */
export function answerIdentity(isConfirmed: boolean): void {
  question?.resolve(isConfirmed)
  change(undefined)
}

export function isIdentityAsked(): boolean {
  return question !== undefined
}

export function onIdentityQuestion(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function change<Next extends typeof question>(next: Next): Next {
  question = next
  for (const listener of listeners) listener()
  return next
}
