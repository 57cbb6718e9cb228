import type { Link } from '@linkshelf/contract'
import { lazy, Suspense, useState } from 'react'
import type { Place } from './link-queries.ts'

export type LinkDialogKind = 'edit' | 'archive' | 'delete'

/** Asks something about a link; the focus goes back to `from` afterwards. */
export type OpenLinkDialog = (kind: LinkDialogKind, link: Link, from: HTMLElement | null) => void

interface AskedDialog {
  kind: LinkDialogKind
  link: Link
  from: HTMLElement | null
}

const LinkDialogs = lazy(() => import('./link-dialogs.tsx').then(({ LinkDialogs }) => ({ default: LinkDialogs })))

/** Opens the dialogs of a link; their code loads with the first one. */
export function useLinkDialogs(place: Place): { open: OpenLinkDialog; dialogs: React.ReactNode } {
  const [asked, setAsked] = useState<AskedDialog>()
  const [isOpen, setOpen] = useState(false)

  return {
    open: (kind, link, from) => {
      setAsked({ kind, link, from })
      setOpen(true)
    },
    dialogs: asked !== undefined && (
      <Suspense fallback={null}>
        <LinkDialogs
          key={`${asked.kind} ${asked.link.url_id} ${asked.link.target}`}
          place={place}
          kind={asked.kind}
          link={asked.link}
          isOpen={isOpen}
          onClose={() => setOpen(false)}
          onClosed={() => asked.from?.focus()}
        />
      </Suspense>
    ),
  }
}
