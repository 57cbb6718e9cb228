import { formatReadableShortUrl, type Link } from '@linkshelf/contract'
import { Button, Title } from '@mantine/core'
import { IconCopy, IconExternalLink, IconSparkles } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link as RouteLink } from 'react-router'
import type { ProjectScope } from '../../../api/api.ts'
import { botVisitsQuery } from '../../../features/analytics/analytics-queries.ts'
import { copyLink } from '../../../features/links/copy-link.ts'
import { linkSearchQuery } from '../../../features/links/link-queries.ts'
import { ShareLinkButton } from '../../../features/links/share-link.tsx'
import { useProject } from '../../../features/organizations/selection.tsx'
import { QrPreview } from '../../../features/qr-codes/qr-preview.tsx'
import { toLinkQrSubject } from '../../../features/qr-codes/qr-subject.ts'
import { isFocusLost } from '../../../ui/browser/focus.ts'
import { Card } from '../../../ui/card.tsx'
import { stripScheme } from '../../../ui/formats/address.tsx'
import { formatCount } from '../../../ui/formats/numbers.ts'
import { NextStep } from '../../first-steps/next-step.tsx'
import classes from './first-run.module.css'

interface FirstClickProps {
  scope: ProjectScope
  /**
   * True if the user has just created the link in a field that this card replaces. The copy button then gets the focus.
   */
  takesFocus: boolean
  hasClicks: boolean
}

/** Shows the newest link of a project that has no clicks yet. */
export function FirstClick({ scope, ...props }: FirstClickProps) {
  const { data } = useQuery(linkSearchQuery(scope, '', { limit: 1 }))
  const link = data?.body[0]
  return link !== undefined && <NewestLink scope={scope} link={link} {...props} />
}

function NewestLink({ scope, link, takesFocus, hasClicks }: FirstClickProps & { link: Link }) {
  const selection = useProject()
  const copyButton = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (takesFocus && isFocusLost()) copyButton.current?.focus()
  }, [takesFocus])
  return (
    <Card className={classes.result}>
      <div className={classes.made}>
        <Title order={2}>Your link is ready</Title>
        <a href={link.url} target="_blank" rel="noreferrer" className={classes.short}>
          {formatReadableShortUrl(link.url)}
        </a>
        <p className={classes.target}>{stripScheme(link.target)}</p>
        <div className={classes.buttons}>
          <Button ref={copyButton} leftSection={<IconCopy aria-hidden size={17} stroke={1.7} />} onClick={() => void copyLink(link)}>
            Copy
          </Button>
          <ShareLinkButton link={link} variant="default" />
          <Button
            component="a"
            href={link.url}
            target="_blank"
            rel="noreferrer"
            variant="default"
            leftSection={<IconExternalLink aria-hidden size={17} stroke={1.7} />}
          >
            Open it
          </Button>
        </div>
        <p className={classes.waiting} role="status" data-arrived={hasClicks || undefined}>
          {hasClicks ? (
            <>
              <IconSparkles aria-hidden size={18} stroke={1.7} />
              <span className={classes.arrived}>
                <span>
                  Your first click is here. <RouteLink to={`/links/${link.url_id}`}>See the link</RouteLink>
                </span>
                <NextStep selection={selection} completed="link" />
              </span>
            </>
          ) : (
            <Waiting scope={scope} />
          )}
        </p>
      </div>
      <QrPreview subject={toLinkQrSubject(scope, link)} isSecondary />
    </Card>
  )
}

/**
 * Shows that the first click is awaited. Also shows the visits of bots, because messengers open a link as soon as it is
 * pasted, and no other screen shows these visits.
 */
function Waiting({ scope }: { scope: ProjectScope }) {
  const { data } = useQuery(botVisitsQuery(scope))
  const visits = data?.totalClicks ?? 0
  return (
    <>
      <span className={classes.pulse} aria-hidden />
      <span>
        {visits > 0 && `Seen: ${formatCount(visits, 'visit')} by bots, such as the preview of a messenger. Bots are not counted. `}
        Open it to see your first click. Waiting…
      </span>
    </>
  )
}
