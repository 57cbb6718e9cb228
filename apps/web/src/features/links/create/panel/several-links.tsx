import { formatReadableShortUrl, type Link } from '@linkshelf/contract'
import { Button, CloseButton } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconCopy } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import type { ProjectScope } from '../../../../api/api.ts'
import { isApiError } from '../../../../api/api-error.ts'
import { copyText } from '../../../../ui/browser/copy-text.ts'
import { toErrorDetails } from '../../../../ui/error-details.ts'
import { Address } from '../../../../ui/formats/address.tsx'
import { formatCount } from '../../../../ui/formats/numbers.ts'
import { showToast } from '../../../../ui/toasts/toast.tsx'
import { invalidateLinkCounts } from '../../link-cache.ts'
import { findOrCreateLink } from '../create-link.tsx'
import { NewLinkDomain } from '../new-link-domain.tsx'
import classes from './new-link-panel.module.css'

/** Maximum number of links created at once. Users import a file to create more. */
const maxTargets = 50

type Outcome = { link: Link; isNew: boolean } | { problem: string }

interface SeveralLinksProps {
  scope: ProjectScope
  targets: readonly string[]
  /** Called just before the pressed button is disabled, so that the focus can move. */
  onStart: () => void
  onClose: () => void
}

/** Creates links to several destinations, one after another, and shows the result for each destination. */
export function CreateSeveralLinks({ scope, targets: pasted, onStart, onClose }: SeveralLinksProps) {
  const targets = pasted.slice(0, maxTargets)
  const queryClient = useQueryClient()
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map())
  const [domain, setDomain] = useState<string | null>()
  const made = targets.flatMap((target) => findCreatedLink(outcomes.get(target)) ?? [])
  const creation = useMutation({
    mutationFn: async () => {
      for (const target of targets.filter((one) => findCreatedLink(outcomes.get(one)) === undefined)) {
        const outcome = await tryFindOrCreateLink(scope, target, domain)
        setOutcomes((before) => new Map(before).set(target, outcome))
        // The project has reached its link limit, so the remaining URLs would fail too.
        if ('isFull' in outcome) return
      }
    },
    onSettled: () => invalidateLinkCounts(queryClient),
  })

  const isDone = outcomes.size > 0 && !creation.isPending
  const isComplete = made.length === targets.length
  const retryButton = useRef<HTMLButtonElement>(null)
  const copyButton = useRef<HTMLButtonElement>(null)

  // Focuses the button of the next step, unless the user has moved the focus out of the panel.
  useLayoutEffect(() => {
    const next = isComplete ? copyButton.current : retryButton.current
    if (isDone && next?.closest('section')?.contains(document.activeElement)) next.focus()
  }, [isDone, isComplete])

  function start(): void {
    onStart()
    creation.mutate()
  }

  async function copyAll(): Promise<void> {
    const isCopied = await copyText(made.map(({ url }) => url).join('\n'))
    await showToast(isCopied ? { title: 'Copied!', message: formatCount(made.length, 'link') } : { title: 'Not copied', tone: 'bad' })
  }

  return (
    <>
      <header className={classes.head}>
        <div className={classes.what}>
          <p className={classes.url}>{formatCount(pasted.length, 'URL')}</p>
          <p className={classes.state} role="status">
            {isDone ? `${made.length} of ${formatCount(targets.length, 'link')} ready.` : describeIntention(pasted)}
          </p>
        </div>
        <div className={classes.actions}>
          {!isDone && <NewLinkDomain scope={scope} value={domain} onChange={setDomain} />}
          {isDone && !isComplete && (
            <Button ref={retryButton} size="sm" variant="default" onClick={start}>
              Retry
            </Button>
          )}
          {isDone ? (
            <Button
              ref={copyButton}
              size="sm"
              disabled={made.length === 0}
              leftSection={<IconCopy aria-hidden size={16} />}
              onClick={() => void copyAll()}
            >
              Copy all
            </Button>
          ) : (
            <Button size="sm" loading={creation.isPending} onClick={start} data-autofocus>
              Create {formatCount(targets.length, 'link')}
            </Button>
          )}
        </div>
        <CloseButton className={classes.close} aria-label="Close" onClick={onClose} />
      </header>
      <ul className={classes.several} aria-label="Addresses">
        {targets.map((target) => (
          <li key={target}>
            <span className={classes.one}>
              <Address href={target} />
            </span>
            <Result outcome={outcomes.get(target)} />
          </li>
        ))}
      </ul>
    </>
  )
}

function describeIntention(pasted: readonly string[]): string {
  return pasted.length > maxTargets
    ? `The first ${maxTargets} of them become short links.`
    : 'Each URL becomes a short link. URLs that already have a short link keep it.'
}

function findCreatedLink(outcome: Outcome | undefined): Link | undefined {
  return outcome && 'link' in outcome ? outcome.link : undefined
}

async function tryFindOrCreateLink(
  scope: ProjectScope,
  target: string,
  domain: string | null | undefined,
): Promise<Outcome | { problem: string; isFull: true }> {
  try {
    return await findOrCreateLink(scope, target, { domain })
  } catch (error) {
    const { message: problem } = toErrorDetails(error)
    return isApiError(error, 'LINK_LIMIT_REACHED') ? { problem, isFull: true } : { problem }
  }
}

function Result({ outcome }: { outcome: Outcome | undefined }) {
  if (outcome === undefined) return null
  if ('problem' in outcome) {
    return (
      <span className={classes.failed}>
        <IconAlertTriangle aria-hidden size={14} /> {outcome.problem}
      </span>
    )
  }
  return (
    <span className={classes.result}>
      <IconCheck aria-hidden size={14} stroke={2.2} /> {formatReadableShortUrl(outcome.link.url)}
      {!outcome.isNew && ` · existing${outcome.link.archived ? ', archived' : ''}`}
    </span>
  )
}
