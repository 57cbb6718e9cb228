import { useRef, useState } from 'react'
import { SocialLinks } from '../features/instance/social-links.tsx'
import { StatusWidget } from '../features/instance/status-widget.tsx'
import { TermsLink } from '../features/instance/terms-link.tsx'
import { useSelection } from '../features/organizations/selection.tsx'
import { openerOf, restoreFocus } from '../ui/focus.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { OpenedPart } from '../ui/opened-part.tsx'
import classes from './footer.module.css'

const FeedbackDialog = lazyComponent(() => import('../features/feedback/feedback-dialog.tsx').then((module) => module.FeedbackDialog))

/** The end of every page: how things stand, the terms, a way to say something. */
export function Footer() {
  const [dialog, setDialog] = useState<'unused' | 'open' | 'closed'>('unused')
  const opener = useRef<HTMLButtonElement>(null)
  const { current } = useSelection()
  const scope = current && { orgId: current.organization.id, projectId: current.project.id }

  return (
    <footer className={classes.footer}>
      <StatusWidget />
      <div className={classes.ways}>
        <TermsLink className={classes.way} />
        <button ref={opener} type="button" className={classes.way} aria-haspopup="dialog" onClick={() => setDialog('open')}>
          Contact &amp; Feedback
        </button>
        <SocialLinks />
      </div>
      {dialog !== 'unused' && (
        <OpenedPart onFailure={() => setDialog('unused')}>
          <FeedbackDialog
            scope={scope}
            isOpen={dialog === 'open'}
            onClose={() => setDialog('closed')}
            onClosed={() => restoreFocus(openerOf(opener.current))}
          />
        </OpenedPart>
      )}
    </footer>
  )
}
