import type { Link } from '@linkshelf/contract'
import { useEffect, useState } from 'react'
import type { Place } from '../../api.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { OpenedPart } from '../../ui/opened-part.tsx'
import { giveFocusBack, isFocusLost, type WayBack, wayBack } from './way-back.ts'

export type LinkDialogKind = 'edit' | 'archive' | 'delete'

/** Asks something about a link; the focus goes back to `from` afterwards, or to what stands next when that is gone. */
export type OpenLinkDialog = (kind: LinkDialogKind, link: Link, from: HTMLElement | null) => void

interface AskedDialog {
  kind: LinkDialogKind
  link: Link
  /** Which opening this is: each starts anew. */
  opening: number
}

const LinkDialogs = lazyPart(() => import('./link-dialogs.tsx').then((module) => module.LinkDialogs))

/** Opens the dialogs of a link; their code loads with the first one. */
export function useLinkDialogs(place: Place): { open: OpenLinkDialog; dialogs: React.ReactNode } {
  const [asked, setAsked] = useState<AskedDialog>()
  const [isOpen, setOpen] = useState(false)
  const [way, setWay] = useState<WayBack>()

  // A link may leave its list after the dialog has left the screen, and take the focus with it.
  useEffect(() => {
    if (isOpen || way === undefined || way.from?.isConnected || !isFocusLost()) return
    giveFocusBack(way)
    setWay(undefined)
  })

  function leave(): void {
    if (way === undefined) return
    giveFocusBack(way)
    if (!way.from?.isConnected) setWay(undefined)
  }

  return {
    open: (kind, link, from) => {
      setAsked((before) => ({ kind, link, opening: (before?.opening ?? 0) + 1 }))
      setWay(wayBack(from))
      setOpen(true)
    },
    dialogs: asked !== undefined && (
      <OpenedPart onFailure={() => setAsked(undefined)}>
        <LinkDialogs
          key={asked.opening}
          place={place}
          kind={asked.kind}
          link={asked.link}
          isOpen={isOpen}
          onClose={() => setOpen(false)}
          onClosed={leave}
        />
      </OpenedPart>
    ),
  }
}
