import type { Link } from '@linkshelf/contract'
import { stripScheme } from '../../ui/formats/address.tsx'
import classes from './site-icon.module.css'

interface SiteIconProps {
  link: Pick<Link, 'icon' | 'target'>
  size?: 'small'
}

/**
 * Shows the icon of the site that a link leads to. If the site has no icon, or the icon can't be loaded, shows the
 * first letter of the host. Screen readers skip it, because the text beside it names the site.
 */
export function SiteIcon({ link, size }: SiteIconProps) {
  const host = stripScheme(link.target).replace(/^www\./, '')
  return (
    <span className={classes.tile} data-size={size} data-letter={host.charAt(0).toUpperCase()} aria-hidden>
      <IconImage icon={link.icon} />
    </span>
  )
}

/** Shows the icon within a line of text. Shows nothing if the site has no icon. */
export function InlineSiteIcon({ link }: Pick<SiteIconProps, 'link'>) {
  return (
    <span className={classes.inline} aria-hidden>
      <IconImage icon={link.icon} />
    </span>
  )
}

function IconImage({ icon }: Pick<Link, 'icon'>) {
  if (icon === null) return null
  return <img key={icon} className={classes.image} src={icon} alt="" onError={(event) => event.currentTarget.remove()} />
}
