// closed → open, when a call needs a recent sign-in; open → closed, when the user confirmed their identity or canceled.
// Calls that need it while the prompt is open wait for the same answer.

let prompt: PromiseWithResolvers<boolean> | undefined
const listeners = new Set<() => void>()

/** Prompts the user to confirm their identity. Resolves to false when they cancel. */
export function promptForReauthentication(): Promise<boolean> {
  const { promise } = prompt ?? setPrompt(Promise.withResolvers<boolean>())
  return promise
}

/** Closes the prompt, if it is open. */
export function closeReauthenticationPrompt(isConfirmed: boolean): void {
  prompt?.resolve(isConfirmed)
  setPrompt(undefined)
}

export function isReauthenticationPromptOpen(): boolean {
  return prompt !== undefined
}

export function onReauthenticationPrompt(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function setPrompt<Next extends typeof prompt>(next: Next): Next {
  prompt = next
  for (const listener of listeners) listener()
  return next
}
