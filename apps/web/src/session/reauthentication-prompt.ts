// closed → open: a call needs a recent sign-in. open → closed: the user confirmed their identity, or canceled. If other
// calls need a recent sign-in while the prompt is open, they wait for the same result.

let prompt: PromiseWithResolvers<boolean> | undefined
const listeners = new Set<() => void>()

/** Prompts the user to confirm their identity. Resolves to false if the user cancels. */
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
