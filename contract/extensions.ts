import * as applause from './extensions/applause.ts';
import * as charts from './extensions/charts.ts';
import * as comments from './extensions/comments/comments.ts';
import * as demo from './extensions/demo.ts';
import * as discovery from './extensions/discovery.ts';
import * as premieres from './extensions/hearing/premieres.ts';
import * as importing from './extensions/importing.ts';
import * as following from './extensions/news/following.ts';
import * as notifications from './extensions/news/notifications.ts';
import * as push from './extensions/news/push.ts';
import * as operation from './extensions/operation.ts';
import * as people from './extensions/people.ts';
import * as places from './extensions/places.ts';
import * as radio from './extensions/radio.ts';
import * as scrobbling from './extensions/scrobbling.ts';
import * as search from './extensions/search.ts';
import * as feeds from './extensions/sharing/feeds.ts';
import * as oembed from './extensions/sharing/oembed.ts';
import * as studio from './extensions/studio.ts';
import * as support from './extensions/support.ts';

/** The endpoints of the extensions. */
export const extensionEndpoints = [
  importing.importTrack,
  support.getSupport,
  support.writeToSupport,
  scrobbling.listScrobbleLinks,
  scrobbling.linkListenBrainz,
  scrobbling.beginLastFm,
  scrobbling.linkLastFm,
  scrobbling.unlinkScrobbler,
  operation.getOperation,
  operation.retryJob,
  applause.getApplause,
  applause.applaud,
  applause.subscribeApplause,
  charts.getChart,
  demo.subscribeToRecording,
  comments.listComments,
  comments.listCommentsToReview,
  comments.listAnswers,
  comments.comment,
  comments.writeUpdate,
  comments.closeConversation,
  comments.editComment,
  comments.deleteComment,
  comments.markHelpful,
  comments.reportComment,
  comments.hideComment,
  comments.showComment,
  comments.muteWriter,
  discovery.listSimilar,
  oembed.getOEmbed,
  feeds.getNewFeed,
  feeds.getGenreFeed,
  feeds.getArtistFeed,
  feeds.getPlaylistFeed,
  feeds.getRequestFeed,
  feeds.getCommentFeed,
  premieres.getClock,
  premieres.getPremiereState,
  premieres.setPremiere,
  premieres.callOffPremiere,
  premieres.getPremiereCalendar,
  premieres.attendPremiere,
  premieres.subscribePremiere,
  radio.getRadio,
  people.getPersonPage,
  people.getProfileVisibility,
  people.setProfileVisibility,
  places.listGenres,
  places.getGenrePage,
  places.getArtistPage,
  places.listArtistTracks,
  search.search,
  studio.sketchWords,
  studio.sketchRequest,
  studio.listTakes,
  studio.chooseTake,
  studio.getProvenance,
  studio.listGenerators,
  studio.getStudio,
  studio.makeTakes,
  studio.cancelTake,
  studio.retryTake,
  studio.releaseTake,
  studio.closeChoice,
  studio.receiveWebhook,
  following.getFollow,
  following.follow,
  following.unfollow,
  following.listFollows,
  notifications.listNotifications,
  notifications.readNotifications,
  notifications.getPremiere,
  notifications.getWaiting,
  notifications.endPremiere,
  notifications.getNotificationSettings,
  notifications.editNotificationSettings,
  notifications.unsubscribe,
  push.getPushSettings,
  push.editPushSettings,
  push.putPushDevice,
  push.deletePushDevice,
  push.renewPushDevice,
] as const;
