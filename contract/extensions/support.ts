import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { nonBlank, nothing } from '../fields.ts';
import { english } from '../text/messages.ts';
import { SUPPORT_MESSAGE_MAX } from './support-constants.ts';

export const getSupport = endpoint('GET /support', {
  access: 'signed-in',
  summary: 'Tells whether members can write to the people who run this site.',
  returns: z.object({
    available: z.boolean(),
    /** True if the caller has premium support: their messages are marked. */
    premium: z.boolean(),
  }),
});

export const writeToSupport = endpoint('POST /support', {
  access: 'signed-in',
  confirmed: true,
  summary: 'Mails a message to the people who run this site. Messages of Platinum members are marked.',
  body: z.object({ message: nonBlank(SUPPORT_MESSAGE_MAX, english('Please write a message.')) }),
  returns: nothing,
});
