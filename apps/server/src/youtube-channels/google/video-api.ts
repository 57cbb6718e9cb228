import type { youtube_v3 } from '@googleapis/youtube'
import type { VideoText } from '../descriptions/video-text.ts'

/** Maximum number of videos or playlist entries that one call returns. */
export const videosPerCall = 50

/** A video as `videos.list` returns it. */
export type VideoResource = youtube_v3.Schema$Video

export async function readVideos(api: youtube_v3.Youtube, ids: readonly string[]): Promise<VideoResource[]> {
  const { data } = await api.videos.list({ part: ['snippet', 'localizations'], id: [...ids], maxResults: videosPerCall })
  return data.items ?? []
}

/**
 * Returns the texts of a video. Omits the translation into the video's own language, because YouTube repeats the
 * description as this translation.
 */
export function toVideoText({ snippet, localizations }: VideoResource): VideoText {
  const own = snippet?.defaultLanguage
  const translations = Object.entries(localizations ?? {}).filter(([language, { description }]) => language !== own && description)
  return {
    description: snippet?.description ?? '',
    translations: Object.fromEntries(translations.map(([language, { description }]) => [language, description ?? ''])),
  }
}

/**
 * Writes a video's descriptions. Sends all other fields back too, because an update would clear them. Translations are
 * sent only if they change. Returns the texts that YouTube stored.
 * https://developers.google.com/youtube/v3/docs/videos/update
 */
export async function writeVideo(api: youtube_v3.Youtube, read: VideoResource, text: VideoText): Promise<VideoText> {
  const { title, categoryId, tags, defaultLanguage, defaultAudioLanguage } = read.snippet ?? {}
  const before = toVideoText(read)
  const changesTranslations = Object.keys(text.translations).some(
    (language) => before.translations[language] !== text.translations[language],
  )
  const snippet = omitNulls({ title, categoryId, tags, defaultLanguage, defaultAudioLanguage, description: text.description })
  const localizations = Object.fromEntries(
    Object.entries(read.localizations ?? {}).map(([language, one]) => [
      language,
      { ...one, description: language === defaultLanguage ? text.description : (text.translations[language] ?? one.description ?? '') },
    ]),
  )
  const { data } = await api.videos.update({
    part: changesTranslations ? ['snippet', 'localizations'] : ['snippet'],
    requestBody: { id: read.id ?? '', snippet, ...(changesTranslations && { localizations }) },
  })
  const written = toVideoText({
    localizations: data.localizations ?? localizations,
    snippet: { ...data.snippet, defaultLanguage: defaultLanguage ?? null },
  })
  return { description: written.description, translations: changesTranslations ? written.translations : text.translations }
}

/** Removes null fields, because YouTube would clear a field that is null. */
function omitNulls<Fields extends object>(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null)) as Fields
}
