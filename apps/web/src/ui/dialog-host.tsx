import { Fragment, useEffect, useState } from 'react'
import { isFocusLost, type Opener, openerOf, restoreFocus } from './focus.ts'
import { OpenedPart } from './opened-part.tsx'

export interface DialogProps {
  isOpen: boolean
  onClose: () => void
  /** Runs once the dialog has left the screen. */
  onClosed: () => void
}

/** Asks something about a thing; the focus goes back to `from` afterwards, or to what stands next when that is gone. */
export type OpenDialog<Kind, Thing> = (kind: Kind, thing: Thing, from: HTMLElement | null) => void

interface Asked<Kind, Thing> {
  kind: Kind
  thing: Thing
}

interface Drawn<Kind, Thing> extends Asked<Kind, Thing> {
  dialog: DialogProps
  /** Another question in place of this one; the way back stays. */
  askInstead: (kind: Kind, thing: Thing) => void
}

/** Opens the dialogs that `draw` draws, one at a time; it may draw a lazyComponent. */
export function useDialogHost<Kind, Thing>(
  draw: (drawn: Drawn<Kind, Thing>) => React.ReactNode,
): { open: OpenDialog<Kind, Thing>; dialogs: React.ReactNode } {
  // Each opening starts anew, so it is counted.
  const [asked, setAsked] = useState<Asked<Kind, Thing> & { opening: number }>()
  const [isOpen, setOpen] = useState(false)
  const [way, setWay] = useState<Opener>()

  // A thing may leave its list after the dialog has left the screen, and take the focus with it.
  useEffect(() => {
    if (isOpen || way === undefined || way.from?.isConnected || !isFocusLost()) return
    restoreFocus(way)
    setWay(undefined)
  })

  function ask(kind: Kind, thing: Thing): void {
    setAsked((before) => ({ kind, thing, opening: (before?.opening ?? 0) + 1 }))
    setOpen(true)
  }

  function leave(): void {
    if (way === undefined) return
    restoreFocus(way)
    if (!way.from?.isConnected) setWay(undefined)
  }

  return {
    open: (kind, thing, from) => {
      setWay(openerOf(from))
      ask(kind, thing)
    },
    dialogs: asked !== undefined && (
      <OpenedPart onFailure={() => setAsked(undefined)}>
        <Fragment key={asked.opening}>
          {draw({
            kind: asked.kind,
            thing: asked.thing,
            dialog: { isOpen, onClose: () => setOpen(false), onClosed: leave },
            askInstead: ask,
          })}
        </Fragment>
      </OpenedPart>
    ),
  }
}
