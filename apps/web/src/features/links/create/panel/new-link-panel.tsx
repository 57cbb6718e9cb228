import { formatReadableShortUrl, type Link, linkMessages, parseTypedDestination } from '@linkshelf/contract'
import { Button, CloseButton } from '@mantine/core'
import { IconArrowRight, IconCheck, IconCopy, IconLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link as RouteLink } from 'react-router'
import type { ProjectScope } from '../../../../api/api.ts'
import { copyText } from '../../../../ui/browser/copy-text.ts'
import { Address } from '../../../../ui/formats/address.tsx'
import { QrPreview } from '../../../qr-codes/qr-preview.tsx'
import { toLinkQrSubject } from '../../../qr-codes/qr-subject.ts'
import { AffiliationNote } from '../../affiliation/affiliation-tag.tsx'
import { copyLink } from '../../copy-link.ts'
import { Disclosure } from '../../form/disclosure.tsx'
import { LinkFields } from '../../form/link-fields.tsx'
import { useLinkForm } from '../../form/use-link-form.tsx'
import { useArchiveLinks, useDeleteLinks } from '../../link-mutations.ts'
import { formatLinkName } from '../../link-name.ts'
import { linkQuery } from '../../link-queries.ts'
import { ShareLinkButton } from '../../share-link.tsx'
import { focusAddLinkBar } from '../add-link-bar.tsx'
import { useCreateLink } from '../create-link.tsx'
import { closeNewLinkPanel, type NewLinkContent } from '../new-link-panel-state.ts'
import classes from './new-link-panel.module.css'
import { CreateSeveralLinks } from './several-links.tsx'

/**
 * Shows the link that was just created or found, or several pasted URLs that can become links. The panel is below the
 * add-link bar. It is not a dialog, so the page stays usable.
 */
export function NewLinkPanel({ content }: { content: NewLinkContent }) {
  const panel = useRef<HTMLElement>(null)
  const copyButton = useRef<HTMLButtonElement>(null)

  // The panel gets the focus, not one of its fields, so that pasting a URL starts the next link. If the browser denied
  // copying, the copy button gets the focus.
  useEffect(() => {
    if (isTypingSomethingElse(content)) return
    const isDenied = content.kind === 'created' && !content.isCopied
    const target = isDenied ? copyButton.current : panel.current
    target?.focus()
  }, [content])

  function close(): void {
    closeNewLinkPanel()
    focusAddLinkBar()
  }

  return (
    <section
      ref={panel}
      tabIndex={-1}
      className={classes.panel}
      aria-label={formatPanelTitle(content)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented && !hasDropdown(event.target)) close()
      }}
    >
      {content.kind === 'several' ? (
        <CreateSeveralLinks
          key={content.targets.join(' ')}
          scope={content.scope}
          targets={content.targets}
          onStart={() => panel.current?.focus()}
          onClose={close}
        />
      ) : (
        <NewLinkDetails
          key={content.link.url_id}
          content={content}
          copyButton={copyButton}
          onUnarchive={() => panel.current?.focus()}
          onClose={close}
        />
      )}
    </section>
  )
}

/** Returns whether the user is typing something else, for example the next URL. If so, the focus must not move. */
function isTypingSomethingElse(content: NewLinkContent): boolean {
  const field = document.activeElement
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) || field.value.trim() === '') return false
  return content.kind === 'several' || parseTypedDestination(field.value) !== content.link.target
}

/**
 * Returns whether a field has an open dropdown. If so, Escape closes only the dropdown. The library marks such a field
 * with this attribute.
 */
function hasDropdown(field: EventTarget): boolean {
  return field instanceof Element && field.getAttribute('data-mantine-stop-propagation') === 'true'
}

function formatPanelTitle(content: NewLinkContent): string {
  if (content.kind === 'several') return 'New links'
  return content.isNew ? 'New link' : 'Existing link'
}

interface NewLinkDetailsProps {
  content: Extract<NewLinkContent, { kind: 'created' }>
  copyButton: React.Ref<HTMLButtonElement>
  /** Called just before the pressed button is removed, so that the focus can move. */
  onUnarchive: () => void
  onClose: () => void
}

function NewLinkDetails({ content, copyButton, onUnarchive, onClose }: NewLinkDetailsProps) {
  const { scope, isNew, isCopied, otherProject } = content
  const { data: link = content.link } = useQuery({ ...linkQuery(scope, content.link.url_id), initialData: content.link })
  const create = useCreateLink()
  const archive = useArchiveLinks(scope)

  return (
    <>
      <header className={classes.head}>
        <span className={classes.badge} data-new={isNew || undefined} aria-hidden>
          {isNew ? <IconCheck size={18} stroke={2.2} /> : <IconLink size={18} stroke={1.8} />}
        </span>
        <div className={classes.what}>
          <p className={classes.state}>
            {isNew ? 'Your link is ready' : `You have ${link.archived ? 'an archived' : 'a'} link to this page: ${formatLinkName(link)}`}
            {otherProject !== undefined && ` · ${otherProject}`}
          </p>
          <a href={link.url} target="_blank" rel="noreferrer" className={classes.url}>
            {formatReadableShortUrl(link.url)}
          </a>
          <p className={classes.target}>
            <IconArrowRight aria-hidden size={14} stroke={1.8} />
            <span>
              <Address href={link.target} />
            </span>
          </p>
          <AffiliationNote link={link} />
        </div>
        <div className={classes.actions}>
          <CopyState link={link} isCopied={isCopied} button={copyButton} />
          <ShareLinkButton link={link} variant="default" iconSize={16} />
        </div>
        <CloseButton className={classes.close} aria-label="Close" onClick={onClose} />
      </header>
      {!isCopied && (
        <p className={classes.denied} role="status">
          {linkMessages.copyDenied}
        </p>
      )}
      {!isNew && (
        <div className={classes.again}>
          {link.archived && (
            <Button
              size="xs"
              variant="default"
              onClick={() => {
                onUnarchive()
                archive.mutate({ links: [link], archived: false })
              }}
            >
              Unarchive
            </Button>
          )}
          <Button
            size="xs"
            variant="default"
            loading={create.isCreating}
            onClick={() => void create.add(scope, content.link.target, { otherProject, allowsDuplicate: true })}
          >
            Make another link anyway
          </Button>
        </div>
      )}
      <CreatedLinkForm scope={scope} link={link} isNew={isNew} onClose={onClose} />
    </>
  )
}

interface CreatedLinkFormProps {
  scope: ProjectScope
  link: Link
  isNew: boolean
  onClose: () => void
}

/** Edits the link in the panel, whether the link is new or already existed. */
function CreatedLinkForm({ scope, link, isNew, onClose }: CreatedLinkFormProps) {
  const deletion = useDeleteLinks(scope)
  // The short URL that was copied before is outdated, so the new one is copied.
  const form = useLinkForm({ scope, link, onSaved: onClose, onMoved: (changed) => void copyLink(changed) })

  if (form.question !== undefined) return form.question
  return (
    <form className={classes.form} onSubmit={form.submit} noValidate>
      <LinkFields scope={scope} link={link} form={form} />
      <Disclosure label="QR code">
        <QrPreview subject={toLinkQrSubject(scope, link)} />
      </Disclosure>
      <div className={classes.foot}>
        {isNew && (
          <Button
            variant="subtle"
            color="gray"
            c="var(--mantine-color-error)"
            size="sm"
            loading={deletion.isPending}
            onClick={() => deletion.mutate([link], { onSuccess: onClose })}
          >
            Delete
          </Button>
        )}
        <Button variant="subtle" color="gray" size="sm" component={RouteLink} to={`/links/${link.url_id}`}>
          Open
        </Button>
        <Button type="submit" size="sm" loading={form.isPending} className={classes.done}>
          {form.hasChanges ? 'Save' : 'Done'}
        </Button>
      </div>
    </form>
  )
}

interface CopyStateProps {
  link: Link
  isCopied: boolean
  button: React.Ref<HTMLButtonElement>
}

function CopyState({ link, isCopied, button }: CopyStateProps) {
  const [copied, setCopied] = useState(isCopied ? link.url : undefined)
  const isUpToDate = copied === link.url

  async function copy(): Promise<void> {
    if (await copyText(link.url)) setCopied(link.url)
    else await copyLink(link)
  }

  return (
    <Button
      ref={button}
      size="sm"
      variant={isUpToDate ? 'light' : 'filled'}
      leftSection={isUpToDate ? <IconCheck aria-hidden size={16} stroke={2} /> : <IconCopy aria-hidden size={16} stroke={1.8} />}
      onClick={() => void copy()}
    >
      {isUpToDate ? 'Copied' : 'Copy'}
    </Button>
  )
}
