import { Title } from '@mantine/core'
import { Card } from '../../ui/card.tsx'
import classes from './channel.module.css'

/** Lists the operator's steps that are necessary before anything can be read from YouTube. */
export function SetupCard({ redirectUrl }: { redirectUrl: string }) {
  return (
    <Card aria-label="Set up Google" role="region">
      <div className={classes.setup}>
        <Title order={3}>This Linkshelf is not connected to Google yet</Title>
        <p>Linkshelf needs a Google project to read and change descriptions. The operator of this Linkshelf sets it up once:</p>
        <ol>
          <li>
            In the Google Cloud console, create a project and enable <strong>YouTube Data API v3</strong> for it.
          </li>
          <li>
            Create an API key, and set it as <code>YOUTUBE_API_KEY</code>. With it, Linkshelf can read descriptions.
          </li>
          <ClientStep redirectUrl={redirectUrl} />
        </ol>
      </div>
    </Card>
  )
}

/** Lists the steps that are missing before descriptions can be changed. */
export function ClientSteps({ redirectUrl }: { redirectUrl: string }) {
  return (
    <div className={classes.setup}>
      <p>
        Descriptions can be read, but not changed yet, because a Google OAuth client is missing. The operator of this Linkshelf adds it to
        the project of the API key:
      </p>
      <ol>
        <ClientStep redirectUrl={redirectUrl} />
      </ol>
    </div>
  )
}

function ClientStep({ redirectUrl }: { redirectUrl: string }) {
  return (
    <li>
      Create an OAuth client of the type <strong>Web application</strong> with the redirect URI <code>{redirectUrl}</code>, and set it as{' '}
      <code>GOOGLE_CLIENT_ID</code> and <code>GOOGLE_CLIENT_SECRET</code>. With them, Linkshelf can change descriptions.
    </li>
  )
}
