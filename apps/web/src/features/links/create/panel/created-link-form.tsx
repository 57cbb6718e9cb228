import type { Link } from '@linkshelf/contract'
import { Button } from '@mantine/core'
import { Link as RouteLink } from 'react-router'
import type { ProjectScope } from '../../../../api/api.ts'
import { QrPreview } from '../../../qr-codes/qr-preview.tsx'
import { linkQrSubject } from '../../../qr-codes/qr-subject.ts'
import { copyLink } from '../../copy-link.ts'
import { Disclosure } from '../../details-form/disclosure.tsx'
import { LinkDetailsForm } from '../../details-form/link-details-form.tsx'
import { useDeleteLinks } from '../../link-mutations.ts'

interface CreatedLinkFormProps {
  scope: ProjectScope
  link: Link
  isNew: boolean
  onClose: () => void
}

/** The details of the link that the panel shows: a new one, or one that was there already. */
export function CreatedLinkForm({ scope, link, isNew, onClose }: CreatedLinkFormProps) {
  const deletion = useDeleteLinks(scope)
  return (
    <LinkDetailsForm
      scope={scope}
      link={link}
      doneLabel="Done"
      onSaved={onClose}
      // The short URL that was copied before is gone.
      onMoved={(changed) => void copyLink(changed)}
      actions={
        <>
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
        </>
      }
    >
      <Disclosure label="QR code">
        <QrPreview subject={linkQrSubject(scope, link)} />
      </Disclosure>
    </LinkDetailsForm>
  )
}
