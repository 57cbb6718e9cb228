import { formatReadableShortUrl, type Link } from '@linkshelf/contract'
import { IconArrowRight, IconCopy } from '@tabler/icons-react'
import { Address, stripScheme, toSiteName } from '../../../ui/formats/address.tsx'
import { AffiliationTag } from '../affiliation/affiliation-tag.tsx'
import { copyLink } from '../copy-link.ts'
import { formatLinkName } from '../link-name.ts'
import { InlineSiteIcon } from '../site-icon.tsx'
import classes from './link-addresses-line.module.css'

/** Shows the short URL with a copy button, the destination, and whether clicks on the link can earn a commission. */
export function LinkAddressesLine({ link }: { link: Link }) {
  return (
    <div className={classes.line}>
      <a href={link.url} target="_blank" rel="noreferrer">
        {formatReadableShortUrl(link.url)}
      </a>
      <button
        type="button"
        className={classes.copy}
        aria-label={`Copy short URL of ${formatLinkName(link)}`}
        onClick={() => void copyLink(link)}
      >
        <IconCopy aria-hidden size={15} />
      </button>
      <span className={classes.target} title={link.target}>
        <IconArrowRight aria-hidden size={14} stroke={1.8} />
        <span className={classes.targetIcon}>
          <InlineSiteIcon link={link} />
        </span>
        <span className={classes.address}>
          <Address href={toSiteName(link.target)} />
          <span className={classes.path}>{stripScheme(link.target).replace(/^[^/?#]*/, '')}</span>
        </span>
      </span>
      <span className={classes.affiliation}>
        <AffiliationTag link={link} />
      </span>
    </div>
  )
}
