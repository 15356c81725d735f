import { importTrack } from 'contract/extensions/importing.ts';
import { audioWaits, receiveAudio } from '../../features/publishing/publishing.ts';
import type { Context } from '../../platform/context.ts';
import type { Feature } from '../../platform/feature.ts';
import { withAbsoluteUrls } from '../../platform/media/stored-urls.ts';
import { importCommand } from './import-folder.ts';
import { publishByTags } from './publish-by-tags.ts';

export const importing: Feature<Context> = {
  name: 'importing',
  commands: { import: importCommand },
  routes: ({ server, bind, c, settings }) => {
    const waitFor = audioWaits(server, settings.audioWaitMs);
    bind(importTrack, async ({ query }, { request, reply, user, origin }) => {
      const upload = await receiveAudio(c, request, user.id);
      const { track } = await publishByTags(c, upload, query, waitFor(reply));
      return withAbsoluteUrls([track], origin)[0]!;
    });
  },
};
