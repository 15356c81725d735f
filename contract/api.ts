import * as accountStatus from './account-status.ts';
import * as accounts from './accounts.ts';
import * as applause from './applause.ts';
import * as charts from './charts.ts';
import * as confirmation from './confirmation.ts';
import * as credits from './credits.ts';
import * as discovery from './discovery.ts';
import * as emailAddress from './email-address.ts';
import * as feeds from './feeds.ts';
import * as identities from './identities.ts';
import * as invitations from './invitations.ts';
import * as library from './library.ts';
import * as members from './members.ts';
import * as notifications from './notifications.ts';
import * as oembed from './oembed.ts';
import * as operation from './operation.ts';
import * as passkeys from './passkeys.ts';
import * as payments from './payments.ts';
import * as people from './people.ts';
import * as personalData from './personal-data.ts';
import * as places from './places.ts';
import * as playlistFiles from './playlist-files.ts';
import * as playlistTracks from './playlist-tracks.ts';
import * as playlists from './playlists.ts';
import * as plays from './plays.ts';
import * as publishing from './publishing.ts';
import * as radio from './radio.ts';
import * as requestReview from './request-review.ts';
import * as search from './search.ts';
import * as secondFactor from './second-factor.ts';
import * as sessions from './sessions.ts';
import * as songRequests from './song-requests.ts';
import * as studio from './studio.ts';
import * as support from './support.ts';
import * as tracks from './tracks.ts';

const all = [
  accounts.signUp,
  accounts.logIn,
  accounts.logOut,
  accounts.logOutEverywhere,
  accounts.getMe,
  accounts.editMe,
  accounts.deleteMe,
  accounts.setAvatar,
  accounts.changePassword,
  accounts.requestPasswordReset,
  accounts.getResetWaysIn,
  accounts.confirmPasswordReset,
  personalData.exportMe,
  personalData.listActivity,
  accounts.getAuthSettings,
  support.getSupport,
  support.writeToSupport,
  emailAddress.getEmailAddress,
  emailAddress.sendConfirmation,
  emailAddress.changeEmail,
  emailAddress.confirmEmail,
  sessions.listSessions,
  sessions.endSession,
  sessions.endOtherSessions,
  confirmation.getConfirmation,
  confirmation.confirmWithPassword,
  confirmation.beginPasskeyConfirmation,
  confirmation.confirmWithPasskey,
  passkeys.listPasskeys,
  passkeys.beginPasskey,
  passkeys.addPasskey,
  passkeys.removePasskey,
  passkeys.beginPasskeyLogIn,
  passkeys.logInWithPasskey,
  identities.beginProviderLogIn,
  identities.logInWithProvider,
  identities.finishProviderLogIn,
  identities.listIdentities,
  identities.beginIdentity,
  identities.addIdentity,
  identities.removeIdentity,
  secondFactor.getSecondFactor,
  secondFactor.beginSecondFactor,
  secondFactor.confirmSecondFactor,
  secondFactor.makeRecoveryCodes,
  secondFactor.removeSecondFactor,
  members.listMembers,
  members.suspendMember,
  members.restoreMember,
  members.endMemberSessions,
  members.listAuditLog,
  invitations.checkInvitation,
  invitations.listInvitations,
  invitations.createInvitation,
  invitations.revokeInvitation,
  operation.getOperation,
  accountStatus.listAccountStatus,
  accountStatus.getAccountStatus,
  accountStatus.makeAccountStatus,
  accountStatus.editAccountStatus,
  accountStatus.deleteAccountStatus,
  tracks.listTracks,
  tracks.getTrack,
  tracks.getExplore,
  tracks.subscribeToRecording,
  applause.getApplause,
  applause.applaud,
  applause.subscribeApplause,
  charts.getChart,
  discovery.listSimilar,
  discovery.getTrackPage,
  oembed.getOEmbed,
  feeds.getNewFeed,
  feeds.getGenreFeed,
  feeds.getArtistFeed,
  feeds.getPlaylistFeed,
  feeds.getRequestFeed,
  radio.getRadio,
  people.getPersonPage,
  people.getProfileVisibility,
  people.setProfileVisibility,
  places.listGenres,
  places.getGenrePage,
  places.getArtistPage,
  places.listArtistTracks,
  search.search,
  plays.reportPlay,
  library.listSavedTracks,
  library.getSavedTrack,
  library.saveTrack,
  library.editSavedTrack,
  library.unsaveTrack,
  library.listLibrary,
  library.getCounts,
  playlists.listPlaylists,
  playlists.listChoices,
  playlists.getPlaylist,
  playlistTracks.getPlaylistTracks,
  playlists.createPlaylist,
  playlists.editPlaylist,
  playlists.deletePlaylist,
  playlistTracks.movePlaylistTrack,
  playlistFiles.exportPlaylist,
  playlistFiles.importPlaylist,
  playlistTracks.listPlaylistTracks,
  playlistTracks.getPlaylistTrack,
  playlistTracks.addPlaylistTrack,
  playlistTracks.editPlaylistTrack,
  playlistTracks.removePlaylistTrack,
  credits.listCredits,
  credits.listCreditEntries,
  credits.getCredits,
  credits.makeCredits,
  credits.editCredits,
  credits.deleteCredits,
  songRequests.listRequests,
  songRequests.getRequest,
  songRequests.getBoard,
  songRequests.getNearestRequest,
  songRequests.findSimilarRequests,
  songRequests.listOwnRequests,
  songRequests.subscribeRequests,
  payments.getPaymentSettings,
  payments.createPaymentIntent,
  payments.checkPurchase,
  payments.getSubscription,
  payments.subscribe,
  payments.openPortal,
  songRequests.submitRequest,
  songRequests.editRequest,
  songRequests.vote,
  songRequests.declineRequest,
  requestReview.reportRequest,
  requestReview.listRequestReports,
  requestReview.resolveRequestReport,
  requestReview.listInReview,
  requestReview.approveRequest,
  requestReview.mergeRequest,
  publishing.uploadAudio,
  publishing.uploadCover,
  publishing.getUpload,
  publishing.discardUpload,
  publishing.retryUpload,
  publishing.publishTrack,
  publishing.editTrack,
  publishing.deleteTrack,
  publishing.listManagedTracks,
  publishing.listQueue,
  publishing.reportTrack,
  publishing.listReports,
  publishing.resolveReport,
  studio.getTimeline,
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
  notifications.listNotifications,
  notifications.readNotifications,
  notifications.getNotificationSettings,
  notifications.editNotificationSettings,
  notifications.unsubscribe,
] as const;

/** Every endpoint of the product, for the OpenAPI page and the access test. */
export const endpoints = all;

type Each = (typeof all)[number];

/** Endpoints by address. Only types, so that `call('GET /track', …)` in the browser needs no schema at run time. */
export type Api = { [E in Each as E['address']]: E };
