/**
 * The fields of the answers that Ovation gives, from the OpenAPI document of OpenSubsonic 1.16.1
 * (https://github.com/opensubsonic/open-subsonic-api, Apache License 2.0), in a shorter form: a type on each line,
 * `[…]` for arrays, `!` for what is required. Types that Ovation does not send are left out.
 */
export const FIELDS = `
Response version:string! type:string! serverVersion:string! openSubsonic:boolean! status:string! playlist:PlaylistWithSongs error:Error album:AlbumID3WithSongs albumInfo:AlbumInfo albumList:AlbumList albumList2:AlbumList2 artist:ArtistWithAlbumsID3 artistInfo2:ArtistInfo2 artists:ArtistsID3 genres:Genres indexes:Indexes license:License lyrics:Lyrics lyricsList:LyricsList directory:Directory musicFolders:MusicFolders nowPlaying:NowPlaying openSubsonicExtensions:[OpenSubsonicExtension] playlists:Playlists playQueue:PlayQueue randomSongs:Songs scanStatus:ScanStatus similarSongs:SimilarSongs similarSongs2:SimilarSongs2 song:Child songsByGenre:Songs starred:Starred starred2:Starred2 topSongs:TopSongs user:User searchResult2:SearchResult2 searchResult3:SearchResult3 tokenInfo:TokenInfo artistInfo:ArtistInfo sonicMatch:[SonicMatch] bookmarks:Bookmarks chatMessages:ChatMessages internetRadioStations:InternetRadioStations podcasts:Podcasts newestPodcasts:NewestPodcasts shares:Shares users:Users playQueueByIndex:PlayQueueByIndex searchResult:SearchResult videos:Videos
PlaylistWithSongs id:string! name:string! comment:string owner:string public:boolean songCount:integer! duration:integer! created:date! changed:date! coverArt:string allowedUser:[string] readonly:boolean validUntil:date entry:[Child]
Child id:string! parent:string isDir:boolean! title:string! album:string artist:string track:integer year:integer genre:string coverArt:string size:integer contentType:string suffix:string transcodedContentType:string transcodedSuffix:string duration:integer bitRate:integer bitDepth:integer samplingRate:integer channelCount:integer path:string isVideo:boolean userRating:integer averageRating:number playCount:integer discNumber:integer created:date starred:date albumId:string artistId:string type:string mediaType:string bookmarkPosition:integer originalWidth:integer originalHeight:integer played:date bpm:integer comment:string sortName:string musicBrainzId:string isrc:[string] genres:[ItemGenre] artists:[ArtistID3] displayArtist:string albumArtists:[ArtistID3] displayAlbumArtist:string contributors:[Contributor] displayComposer:string moods:[string] replayGain:ReplayGain explicitStatus:string works:[Work] movements:[Movement] groupings:[string]
ArtistID3 id:string! name:string! coverArt:string artistImageUrl:string albumCount:integer starred:date musicBrainzId:string sortName:string disambiguation:string roles:[string]
ReplayGain trackGain:number albumGain:number trackPeak:number albumPeak:number baseGain:number fallbackGain:number
Error code:integer! message:string helpUrl:string
AlbumID3WithSongs id:string! name:string! version:string artist:string artistId:string coverArt:string songCount:integer! duration:integer! playCount:integer created:date! starred:date year:integer genre:string played:date userRating:integer recordLabels:[RecordLabel] musicBrainzId:string genres:[ItemGenre] artists:[ArtistID3] displayArtist:string releaseTypes:[string] moods:[string] sortName:string originalReleaseDate:AlbumID3WithSongsOriginalreleasedate releaseDate:AlbumID3WithSongsReleasedate isCompilation:boolean explicitStatus:string discTitles:[DiscTitle] song:[Child]!
AlbumInfo notes:string musicBrainzId:string lastFmUrl:string smallImageUrl:string mediumImageUrl:string largeImageUrl:string
AlbumList album:[Child]
AlbumList2 album:[AlbumID3]
AlbumID3 id:string! name:string! version:string artist:string artistId:string coverArt:string songCount:integer! duration:integer! playCount:integer created:date! starred:date year:integer genre:string played:date userRating:integer recordLabels:[RecordLabel] musicBrainzId:string genres:[ItemGenre] artists:[ArtistID3] displayArtist:string releaseTypes:[string] moods:[string] sortName:string originalReleaseDate:AlbumID3Originalreleasedate releaseDate:AlbumID3Releasedate isCompilation:boolean explicitStatus:string discTitles:[DiscTitle] song:[Child]
ArtistWithAlbumsID3 id:string! name:string! coverArt:string artistImageUrl:string albumCount:integer starred:date musicBrainzId:string sortName:string disambiguation:string roles:[string] album:[AlbumID3]!
ArtistInfo2 biography:string musicBrainzId:string lastFmUrl:string smallImageUrl:string mediumImageUrl:string largeImageUrl:string similarArtist:[ArtistID3]
ArtistsID3 ignoredArticles:string index:[IndexID3]
IndexID3 name:string! artist:[ArtistID3]
Genres genre:[Genre]
Genre value:string! songCount:integer! albumCount:integer!
Indexes ignoredArticles:string! lastModified:integer! shortcut:[Artist] child:[Child] index:[Index]
Artist id:string! name:string! artistImageUrl:string starred:date userRating:integer averageRating:number
Index name:string! artist:[Artist]
License valid:boolean! email:string licenseExpires:date trialExpires:date
Lyrics value:string! artist:string title:string
LyricsList structuredLyrics:[StructuredLyrics]
StructuredLyrics lang:string! synced:boolean! line:[Line]! displayArtist:string displayTitle:string offset:number kind:string agents:[Agent] cueLine:[CueLine]
Line value:string! start:number
Directory id:string! parent:string name:string! starred:date userRating:integer averageRating:number playCount:integer child:[Child]
MusicFolders musicFolder:[MusicFolder]
MusicFolder id:integer! name:string
NowPlaying entry:[NowPlayingEntry]!
OpenSubsonicExtension name:string! versions:[integer]!
Playlists playlist:[Playlist]
Playlist id:string! name:string! comment:string owner:string public:boolean songCount:integer! duration:integer! created:date! changed:date! coverArt:string allowedUser:[string] readonly:boolean validUntil:date
PlayQueue current:string position:integer username:string! changed:date! changedBy:string! entry:[Child]
Songs song:[Child]
ScanStatus scanning:boolean! count:integer
SimilarSongs song:[Child]
SimilarSongs2 song:[Child]
Starred artist:[Artist] album:[Child] song:[Child]
Starred2 artist:[ArtistID3] album:[AlbumID3] song:[Child]
TopSongs song:[Child]
User username:string! scrobblingEnabled:boolean! maxBitRate:integer adminRole:boolean! settingsRole:boolean! downloadRole:boolean! uploadRole:boolean! playlistRole:boolean! coverArtRole:boolean! commentRole:boolean! podcastRole:boolean! streamRole:boolean! jukeboxRole:boolean! shareRole:boolean! videoConversionRole:boolean! avatarLastChanged:date folder:[integer]
SearchResult2 artist:[Artist] album:[Child] song:[Child]
SearchResult3 artist:[ArtistID3] album:[AlbumID3] song:[Child]
TokenInfo username:string!
ItemGenre name:string!
ArtistInfo biography:string musicBrainzId:string lastFmUrl:string smallImageUrl:string mediumImageUrl:string largeImageUrl:string similarArtist:[Artist]
SonicMatch entry:Child! similarity:number!
Bookmarks bookmark:[Bookmark]
ChatMessages chatMessage:[ChatMessage]
InternetRadioStations internetRadioStation:[InternetRadioStation]
Podcasts channel:[PodcastChannel]
NewestPodcasts episode:[PodcastEpisode]
Shares share:[Share]
Users user:[User]
CueLine index:integer! start:integer end:integer value:string! agentId:string cue:[Cue]!
Cue start:integer! end:integer byteStart:integer! byteEnd:integer! value:string!
NowPlayingEntry id:string! parent:string isDir:boolean! title:string! album:string artist:string track:integer year:integer genre:string coverArt:string size:integer contentType:string suffix:string transcodedContentType:string transcodedSuffix:string duration:integer bitRate:integer bitDepth:integer samplingRate:integer channelCount:integer path:string isVideo:boolean userRating:integer averageRating:number playCount:integer discNumber:integer created:date starred:date albumId:string artistId:string type:string mediaType:string bookmarkPosition:integer originalWidth:integer originalHeight:integer played:date bpm:integer comment:string sortName:string musicBrainzId:string isrc:[string] genres:[ItemGenre] artists:[ArtistID3] displayArtist:string albumArtists:[ArtistID3] displayAlbumArtist:string contributors:[Contributor] displayComposer:string moods:[string] replayGain:ReplayGain explicitStatus:string works:[Work] movements:[Movement] groupings:[string] username:string! minutesAgo:integer! playerId:integer! playerName:string state:string positionMs:integer playbackRate:number
PlayQueueByIndex currentIndex:integer position:integer username:string! changed:date! changedBy:string! entry:[Child]
SearchResult offset:integer! totalHits:integer! match:[Child]
Videos video:[Child]
Agent id:string! role:string! name:string
`;

/**
 * Every path that the document has, with the field of a successful answer; none where it is empty, and `file` where
 * bytes come.
 */
export const PATHS = `
addChatMessage
changePassword
createBookmark
createInternetRadioStation
createPlaylist playlist
createPodcastChannel
createShare shares
createUser
deleteBookmark
deleteInternetRadioStation
deletePlaylist
deletePodcastChannel
deletePodcastEpisode
deleteShare
deleteUser
download file
downloadPodcastEpisode
findSonicPath sonicMatch
getAlbum album
getAlbumInfo albumInfo
getAlbumInfo2 albumInfo
getAlbumList albumList
getAlbumList2 albumList2
getArtist artist
getArtistInfo artistInfo
getArtistInfo2 artistInfo2
getArtists artists
getAvatar file
getBookmarks bookmarks
getCaptions file
getChatMessages chatMessages
getCoverArt file
getGenres genres
getIndexes indexes
getInternetRadioStations internetRadioStations
getLicense license
getLyrics lyrics
getLyricsBySongId lyricsList
getMusicDirectory directory
getMusicFolders musicFolders
getNewestPodcasts newestPodcasts
getNowPlaying nowPlaying
getOpenSubsonicExtensions openSubsonicExtensions
getPlaylist playlist
getPlaylists playlists
getPlayQueue playQueue
getPlayQueueByIndex playQueueByIndex
getTranscodeDecision transcodeDecision
getTranscodeStream file
getPodcastEpisode podcastEpisode
getPodcasts podcasts
getRandomSongs randomSongs
getScanStatus scanStatus
getShares shares
getSimilarSongs similarSongs
getSimilarSongs2 similarSongs2
getSonicSimilarTracks sonicMatch
getSong song
getSongsByGenre songsByGenre
getStarred starred
getStarred2 starred2
getTopSongs topSongs
getUser user
getUsers users
getVideoInfo videoInfo
getVideos videos
hls.m3u8 file
jukeboxControl jukeboxStatus
ping
refreshPodcasts
reportPlayback
savePlayQueue
savePlayQueueByIndex
scrobble
search searchResult
search2 searchResult2
search3 searchResult3
setRating
star
startScan scanStatus
stream file
tokenInfo tokenInfo
unstar
updateInternetRadioStation
updatePlaylist
updateShare
updateUser
`;
