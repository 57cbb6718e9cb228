import { createContext } from 'react'

/** How the content of a dialog protects changes that are not saved. */
export interface DialogGuard {
  /** Says whether the dialog has changes that would be lost if it closed. */
  setChanged: (hasChanges: boolean) => void
  /** Asks the user whether the changes may be lost. If they may, closes the dialog and calls `leave`. */
  ask: (leave: () => void) => void
}

export const DialogGuardContext = createContext<DialogGuard>({ setChanged: () => {}, ask: (leave) => leave() })
