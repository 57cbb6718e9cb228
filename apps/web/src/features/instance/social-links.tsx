import { privacyPath, termsPath } from '@linkshelf/contract'
import {
  type Icon,
  IconBrandBluesky,
  IconBrandDiscord,
  IconBrandFacebook,
  IconBrandGithub,
  IconBrandInstagram,
  IconBrandLinkedin,
  IconBrandMastodon,
  IconBrandReddit,
  IconBrandThreads,
  IconBrandTiktok,
  IconBrandX,
  IconBrandYoutube,
  IconWorld,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { instanceQuery } from './instance-queries.ts'
import classes from './social-links.module.css'

const brands: Record<string, Icon> = {
  bluesky: IconBrandBluesky,
  discord: IconBrandDiscord,
  facebook: IconBrandFacebook,
  github: IconBrandGithub,
  instagram: IconBrandInstagram,
  linkedin: IconBrandLinkedin,
  mastodon: IconBrandMastodon,
  reddit: IconBrandReddit,
  threads: IconBrandThreads,
  tiktok: IconBrandTiktok,
  twitter: IconBrandX,
  x: IconBrandX,
  youtube: IconBrandYoutube,
}

/** The operator's social links. A network without its own icon gets a globe. */
export function SocialLinks() {
  const { data } = useQuery(instanceQuery)
  if (data === undefined || data.social_links.length === 0) return null

  return (
    <ul className={classes.links} aria-label="Elsewhere">
      {data.social_links.map(({ name, url }) => {
        const Brand = brands[name.toLowerCase()] ?? IconWorld
        return (
          <li key={url}>
            <a className={classes.link} href={url} target="_blank" rel="noopener" aria-label={name} title={name}>
              <Brand aria-hidden size={18} stroke={1.6} />
            </a>
          </li>
        )
      })}
    </ul>
  )
}

/** A link to the terms. It opens in a new tab, so that typed text is not lost. */
export function TermsLink({ className }: { className?: string }) {
  const { data } = useQuery(instanceQuery)
  return (
    <a className={className} href={data?.terms_url ?? termsPath} target="_blank" rel="noopener">
      Terms of Service
    </a>
  )
}

/** A link to the privacy policy. It opens in a new tab, so that typed text is not lost. */
export function PrivacyLink({ className }: { className?: string }) {
  const { data } = useQuery(instanceQuery)
  return (
    <a className={className} href={data?.privacy_url ?? privacyPath} target="_blank" rel="noopener">
      Privacy
    </a>
  )
}
